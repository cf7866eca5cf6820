import { isObject } from "@/lib/json";
import { fieldLabel, stateFields, valueText } from "./values.logic";

/** What is known of an account, and what is not. */
export function StateList({ state }: { state: Record<string, unknown> }) {
  const { known, missing } = stateFields(state);
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[minmax(8rem,max-content)_1fr] sm:gap-y-2">
        {known.map(({ field, value }) => (
          <div key={field} className="sm:contents">
            <dt className="text-muted max-sm:text-[0.8125rem]">{fieldLabel(field)}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">
              <Value field={field} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="text-[0.8125rem] text-muted">
          Not known: {missing.map((field) => field.replaceAll("_", " ")).join(", ")}.
        </p>
      )}
    </>
  );
}

/** Things that are more than a word stand below each other. */
function Value({ field, value }: { field: string; value: unknown }) {
  if (!Array.isArray(value) || !(field === "notes" || value.some(isObject))) return valueText(field, value);
  return (
    <ul className="flex flex-col gap-0.5">
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a state have no other name.
        <li key={index}>{valueText(field, item)}</li>
      ))}
    </ul>
  );
}
