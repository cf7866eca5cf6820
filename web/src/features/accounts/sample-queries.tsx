import { samplesFor } from "./samples";

interface SampleQueriesProps {
  /** Accounts there are, to ask about. */
  names: readonly string[];
  onPick: (query: string) => void;
}

/** What can be asked. A click puts it into the box, where it can be changed before it is sent. */
export function SampleQueries({ names, onPick }: SampleQueriesProps) {
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {samplesFor(names[0], names[1] ?? names[0]).map(({ category, queries }) => (
        <section key={category} aria-label={category} className="flex min-w-0 flex-col gap-1">
          <h3 className="text-[0.8125rem] font-medium text-muted">{category}</h3>
          <ul className="flex flex-col gap-1">
            {queries.map((query) => (
              <li key={query}>
                <button
                  type="button"
                  onClick={() => onPick(query)}
                  className="w-full cursor-pointer rounded-md border border-line bg-raised px-3 py-1.5 text-left [overflow-wrap:anywhere] transition-colors hover:bg-hover"
                >
                  {query}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
