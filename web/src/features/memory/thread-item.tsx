import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { namesQuery } from "@/api/names";
import type { ThreadItem } from "@/api/types";
import { Arguments } from "@/components/arguments";
import { CalledResult } from "@/components/called-result";
import { DateTime } from "@/components/date-time";
import { Said } from "@/components/said";
import { TrustBadge } from "@/components/trust-badge";
import { readObject } from "@/lib/json";
import { saidBy } from "@/lib/said";
import { toolLabel } from "@/lib/tools";

/** Something that was said or done in a conversation. */
export function ThreadItemRow({ item, sought = false }: { item: ThreadItem; sought?: boolean }) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (sought) ref.current?.scrollIntoView({ block: "center" });
  }, [sought]);
  return (
    <li
      ref={ref}
      aria-current={sought ? "true" : undefined}
      className={clsx(
        "flex max-w-[85%] min-w-0 flex-col gap-0.5 rounded-xl px-3.5 py-2",
        item.kind === "assistant" && "self-end bg-accent-soft",
        item.kind === "user" && "self-start bg-hover",
        item.kind !== "assistant" && item.kind !== "user" && "self-start border border-line",
        sought && "ring-2 ring-accent",
      )}
    >
      <span className="flex flex-wrap items-center gap-2 text-xs font-medium text-muted">
        {speakerOf(item)}
        <DateTime value={item.created_at} />
        <TrustBadge integrity={item.integrity} />
      </span>
      <Content item={item} />
    </li>
  );
}

function Content({ item: { kind, text, from } }: { item: ThreadItem }) {
  if (kind === "user" || kind === "assistant") return <Said who={kind} {...{ text, from }} />;
  if (kind === "tool_call") return <CalledWith text={text} />;
  return <CalledResult text={text} />;
}

function CalledWith({ text }: { text: string }) {
  const names = useQuery(namesQuery).data;
  const args = readObject(text);
  return args ? (
    <Arguments value={args} {...(names && { explain: names.anything })} />
  ) : (
    <CalledResult text={text} />
  );
}

function speakerOf({ kind, from, tool }: ThreadItem): string {
  switch (kind) {
    case "user":
      return saidBy(from);
    case "assistant":
      return from ?? "The agent";
    case "tool_call":
      return `Called: ${toolLabel(tool ?? "a tool")}`;
    case "tool_output":
      return tool ? `Result: ${toolLabel(tool)}` : "Result";
    default:
      return kind === "reasoning" ? "Thought" : kind;
  }
}
