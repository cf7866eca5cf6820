import { ArrowRight } from "lucide-react";
import type { FieldChange } from "@/api/types";
import { formatCount } from "@/lib/format";
import { fieldLabel, listChange, valueText } from "./values.logic";

/** What became of each field: the old value struck through, then the new one. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1.5">
      {changes.map((change) => (
        <div key={change.field} className="grid gap-x-4 sm:grid-cols-[minmax(7rem,max-content)_1fr]">
          <dt className="text-muted [overflow-wrap:anywhere]">{fieldLabel(change.field)}</dt>
          <dd className="min-w-0">
            <Change change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ change: { field, old_value, new_value } }: { change: FieldChange }) {
  const list = listChange(field, old_value, new_value);
  if (list) return <ListChange {...list} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Old text={valueText(field, old_value)} />
      <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
      <New text={valueText(field, new_value)} />
    </span>
  );
}

/** Of a list only what came and went: the rest would hide it. */
function ListChange({ removed, added, kept }: NonNullable<ReturnType<typeof listChange>>) {
  return (
    <ul className="flex flex-col items-start gap-1">
      {removed.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand in a list twice.
        <li key={index}>
          <Old text={text} />
        </li>
      ))}
      {added.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand in a list twice.
        <li key={index}>
          <New text={text} />
        </li>
      ))}
      {kept > 0 && <li className="text-[0.8125rem] text-muted">{formatCount(kept)} more as before</li>}
    </ul>
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
