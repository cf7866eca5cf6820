import { ArrowRight } from "lucide-react";
import type { FieldChange } from "@/api/types";
import { fieldLabel, valueText } from "./values.logic";

/** What became of each field: the old value struck through, then the new one. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1.5">
      {changes.map(({ field, old_value, new_value }) => (
        <div key={field} className="grid gap-x-4 sm:grid-cols-[minmax(7rem,max-content)_1fr]">
          <dt className="text-muted [overflow-wrap:anywhere]">{fieldLabel(field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Old text={valueText(field, old_value)} />
            <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
            <New text={valueText(field, new_value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Old({ text }: { text: string }) {
  if (text === "") return <span className="text-muted">nothing</span>;
  return <del className="text-muted decoration-danger [overflow-wrap:anywhere]">{text}</del>;
}

function New({ text }: { text: string }) {
  if (text === "") return <span className="text-muted">nothing</span>;
  return (
    <ins className="rounded-sm bg-accent-soft px-1 font-medium text-accent-text no-underline [overflow-wrap:anywhere]">
      {text}
    </ins>
  );
}
