import type { SendMode } from "@/api/types";
import { Section } from "@/components/ui/section";

const modes: { mode: SendMode; label: string; description: string }[] = [
  { mode: "suggest", label: "Suggest", description: "It writes drafts. A person reads and sends them." },
  {
    mode: "autonomous",
    label: "Autonomous",
    description: "It answers contacts by itself, within its tools and its budget.",
  },
];

/** Whether it drafts or sends. */
export function SendModeField({ mode: current }: { mode: SendMode }) {
  return (
    <Section title="Sending">
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Sending</legend>
        {modes.map(({ mode, label, description }) => (
          <label key={mode} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="send_mode"
              value={mode}
              defaultChecked={mode === current}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="flex min-w-0 flex-col">
              <span className="font-medium">{label}</span>
              <span className="text-[0.8125rem] text-muted">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
