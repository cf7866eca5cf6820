import type { Names } from "@/api/names";
import { Segmented } from "@/components/ui/segmented";
import type { Spender } from "./usage.logic";
import { type Measure, ranges, type UsageSearch } from "./usage-search.logic";
import { nameOf } from "./who";

interface UsageFiltersProps {
  search: UsageSearch;
  show: Measure;
  names: Names;
  agents: readonly Spender[];
  contacts: readonly Spender[];
  onChange: (search: UsageSearch) => void;
}

const measures = [
  { value: "cost", label: "Cost" },
  { value: "tokens", label: "Tokens" },
] as const;

const times = ranges.map((days) => ({ value: String(days), label: `${days} days` }));

/** How long back, whose, and in what. */
export function UsageFilters({ search, show, names, agents, contacts, onChange }: UsageFiltersProps) {
  const { of: _, ...everybody } = search;
  const days = search.days ?? 30;
  const changeDays = (value: string) => {
    const range = ranges.find((one) => String(one) === value);
    if (range !== undefined) onChange({ ...search, days: range });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented label="Time" value={String(days)} choices={times} onChange={changeDays} />
      <Segmented
        label="Shown as"
        value={show}
        choices={measures}
        onChange={(value) => onChange({ ...search, show: value })}
      />
      <select
        aria-label="Whose days"
        value={search.of ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === "" ? everybody : { ...everybody, of: value })
        }
        className="h-9 max-w-56 min-w-0 cursor-pointer rounded-md border border-line bg-raised px-2.5 shadow-raised"
      >
        <option value="">The whole team</option>
        <Group label="Agents" {...{ spenders: agents.filter(({ kind }) => kind === "agent"), names }} />
        <Group label="Contacts" {...{ spenders: contacts, names }} />
      </select>
    </div>
  );
}

function Group({ label, spenders, names }: { label: string; spenders: readonly Spender[]; names: Names }) {
  if (spenders.length === 0) return null;
  return (
    <optgroup label={label}>
      {spenders.map(({ kind, id }) => (
        <option key={id} value={`${kind}:${id}`}>
          {nameOf({ kind, id }, names)}
        </option>
      ))}
    </optgroup>
  );
}
