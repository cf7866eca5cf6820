import { clsx } from "clsx";
import { TextField } from "@/components/ui/field";
import { sourcesOf, toggled } from "./search.logic";
import type { SearchState } from "./search-state.logic";
import { searchSources } from "./source.logic";

interface SearchFiltersProps {
  state: SearchState;
  onChange: (state: SearchState) => void;
}

/** What a search is narrowed to. Every change searches at once. */
export function SearchFilters({ state, onChange }: SearchFiltersProps) {
  const chosen = sourcesOf(state);
  const set = (name: "tag" | "after" | "before", value: string) => {
    const { [name]: _, ...rest } = state;
    onChange(value === "" ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap">
      <fieldset className="col-span-2 flex flex-col gap-1.5 sm:basis-full">
        <legend className="mb-1.5 font-medium">Only</legend>
        <div className="flex flex-wrap gap-1.5">
          {searchSources.map(({ source, label }) => (
            <button
              key={source}
              type="button"
              aria-pressed={chosen.includes(source)}
              onClick={() => onChange(toggled(state, source))}
              className={clsx(
                "h-9 cursor-pointer rounded-full border px-3 font-medium transition-colors",
                chosen.includes(source)
                  ? "border-accent bg-accent-soft text-accent-text"
                  : "border-line bg-raised text-muted hover:bg-hover hover:text-text",
              )}
            >
              {label}
            </button>
          ))}
        </div>
      </fieldset>
      <TextField
        // A filter taken away elsewhere empties the field.
        key={`tag ${state.tag ?? ""}`}
        name="tag"
        label="Tag"
        autoComplete="off"
        maxLength={200}
        defaultValue={state.tag ?? ""}
        onBlur={(event) => set("tag", event.currentTarget.value.trim())}
        onKeyDown={(event) => event.key === "Enter" && set("tag", event.currentTarget.value.trim())}
        className="col-span-2 sm:w-36"
      />
      <TextField
        name="after"
        label="From"
        type="date"
        value={state.after ?? ""}
        {...(state.before !== undefined && { max: state.before })}
        onChange={(event) => set("after", event.currentTarget.value)}
        className="sm:w-40"
      />
      <TextField
        name="before"
        label="To"
        type="date"
        value={state.before ?? ""}
        {...(state.after !== undefined && { min: state.after })}
        onChange={(event) => set("before", event.currentTarget.value)}
        className="sm:w-40"
      />
    </div>
  );
}
