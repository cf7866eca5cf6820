import type { MemoryMode, SendMode } from "@/api/types";
import { Section } from "@/components/ui/section";

interface Choice<Mode> {
  mode: Mode;
  label: string;
  description: string;
}

const sending: Choice<SendMode>[] = [
  { mode: "suggest", label: "Suggest", description: "It writes drafts. A person reads and sends them." },
  {
    mode: "autonomous",
    label: "Autonomous",
    description: "It answers contacts by itself, within its tools and its budget.",
  },
];

const remembering: Choice<MemoryMode>[] = [
  {
    mode: "shared",
    label: "Shared",
    description: "It reads what is shared, and what it learns is for the others too.",
  },
  {
    mode: "overlay",
    label: "Shared, with its own on top",
    description: "It reads what is shared, and keeps what it learns to itself.",
  },
  {
    mode: "isolated",
    label: "Its own alone",
    description: "It reads only what it has learnt itself, and keeps that to itself.",
  },
];

/** Whether it drafts or sends. */
export function SendModeField({ mode }: { mode: SendMode }) {
  return <ModeField title="Sending" name="send_mode" choices={sending} current={mode} />;
}

/** Which memory it reads and writes. */
export function MemoryModeField({ mode }: { mode: MemoryMode }) {
  return <ModeField title="Remembering" name="memory_mode" choices={remembering} current={mode} />;
}

interface ModeFieldProps<Mode> {
  title: string;
  name: string;
  choices: Choice<Mode>[];
  current: Mode;
}

function ModeField<Mode extends string>({ title, name, choices, current }: ModeFieldProps<Mode>) {
  return (
    <Section title={title}>
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{title}</legend>
        {choices.map(({ mode, label, description }) => (
          <label key={mode} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={name}
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
