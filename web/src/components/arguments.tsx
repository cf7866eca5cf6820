import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { canonicalJson, prettyJson } from "@/lib/json";

interface ArgumentsProps {
  value: Record<string, unknown>;
  /** What an id stands for, if anybody knows. */
  explain?: (text: string) => string | undefined;
}

/** What a tool is called with: readable first, and exactly as it is called one click away. */
export function Arguments({ value, explain }: ArgumentsProps) {
  const entries = Object.entries(value);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {entries.length === 0 ? (
        <p className="text-muted">Without arguments.</p>
      ) : (
        <dl className="grid min-w-0 gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(6rem,max-content)_1fr]">
          {entries.map(([name, argument]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="mb-1 min-w-0 sm:mb-0">
                {typeof argument === "string" ? (
                  <Folded text={explain?.(argument) ?? (argument === "" ? "(empty)" : argument)} />
                ) : (
                  <Folded code={typeof argument === "object"} text={prettyJson(argument)} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Disclosure summary="Exactly as called">
        <Folded code text={canonicalJson(value)} />
      </Disclosure>
    </div>
  );
}
