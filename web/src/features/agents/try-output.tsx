import { Hammer } from "lucide-react";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Badge } from "@/components/ui/badge";
import { prettyJson } from "@/lib/json";
import { toolLabel } from "@/lib/tools";
import type { Shown } from "./try.logic";

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
        <p
          dir="auto"
          className="w-fit max-w-full rounded-xl bg-accent-soft px-3.5 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
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
          <Disclosure summary="Called with">
            <Folded code text={prettyJson(item.input)} />
          </Disclosure>
          {item.result !== null && <Folded text={item.result} />}
        </div>
      );
  }
}
