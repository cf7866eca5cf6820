import { clsx } from "clsx";
import { CalledResult } from "./called-result";
import { Disclosure } from "./disclosure";
import { Badge } from "./ui/badge";

/** Something that a sub-agent called. */
export interface InnerCall {
  id: string;
  /** How many sub-agents deep, from 1. */
  depth: number;
  label: string;
  running: boolean;
  result: string | null;
}

const indents = ["pl-0", "pl-4", "pl-8", "pl-12"];

/** What a sub-agent does, one level further in for each that it hands on to. */
export function InnerCalls({ calls }: { calls: readonly InnerCall[] }) {
  return (
    <ul aria-label="Steps of the sub-agent" className="flex flex-col gap-1.5 border-l-2 border-line pl-3">
      {calls.map(({ id, depth, label, running, result }) => (
        <li key={id} className={clsx("flex flex-col gap-1", indents[Math.min(depth - 1, 3)])}>
          <p className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
            {label} <Badge tone={running ? "neutral" : "accent"}>{running ? "Running" : "Done"}</Badge>
          </p>
          {result && (
            <Disclosure summary="What came of it">
              <CalledResult text={result} />
            </Disclosure>
          )}
        </li>
      ))}
    </ul>
  );
}
