import { Hammer } from "lucide-react";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Badge } from "@/components/ui/badge";
import { formatShare } from "@/lib/format";
import { prettyJson } from "@/lib/json";
import { toolLabel } from "@/lib/tools";
import { type Reply, repliesOf, type Shown } from "./try.logic";

export function TryOutput({ shown }: { shown: readonly Shown[] }) {
  return (
    <ol className="flex flex-col gap-2">
      {shown.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end.
        <li key={index}>
          <Item item={item} />
        </li>
      ))}
    </ol>
  );
}

const bubble =
  "w-fit max-w-full rounded-xl bg-accent-soft px-3.5 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]";

function Item({ item }: { item: Shown }) {
  switch (item.kind) {
    case "thinking":
      return (
        <p dir="auto" className="border-l-2 border-line pl-3 whitespace-pre-wrap text-muted italic">
          {item.text}
        </p>
      );
    case "text":
      return (
        <p dir="auto" className={bubble}>
          {item.text}
        </p>
      );
    case "error":
      return <p className="rounded-md bg-danger-soft px-3 py-2 text-danger">{item.text}</p>;
    case "call":
      return (
        <div className="flex flex-col gap-2 rounded-md border border-line px-3 py-2.5">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <Hammer aria-hidden className="size-4 text-muted" />
            {toolLabel(item.tool)}
            {item.result === null && <Badge>Under way</Badge>}
            {item.failed && <Badge tone="danger">Failed</Badge>}
          </p>
          <Replies replies={repliesOf(item)} />
          <Disclosure summary="Called with">
            <Folded code text={prettyJson(item.input)} />
          </Disclosure>
          {item.result !== null && <Folded text={item.result} />}
        </div>
      );
  }
}

/** What the contact would read, as they would read it. */
function Replies({ replies }: { replies: readonly Reply[] }) {
  if (replies.length === 0) return null;
  return (
    <ol aria-label="Replies" className="flex flex-col gap-2">
      {replies.map(({ body, confidence }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call is never changed, and may give the same reply twice.
        <li key={place} className="flex flex-col gap-1">
          <p dir="auto" className={bubble}>
            {body}
          </p>
          {confidence !== null && (
            <p className="px-1 text-xs text-muted">The agent is {formatShare(confidence)} sure of it.</p>
          )}
        </li>
      ))}
    </ol>
  );
}
