import type { ChatMessage } from "@/api/chat";

/** What is shown once the newest page came again: the page, after what was loaded of the time before it. */
export function withNewest(shown: ChatMessage[], page: ChatMessage[]): ChatMessage[] {
  const first = page[0];
  const from = first ? shown.findIndex((message) => message.id === first.id) : -1;
  return from > 0 ? joined(shown.slice(0, from + 1), page) : page;
}

/** Two neighbouring pages. An answer that lies across both is one message. */
export function joined(before: ChatMessage[], after: ChatMessage[]): ChatMessage[] {
  const [first, ...rest] = after;
  const last = before.at(-1);
  if (first === undefined || last === undefined || last.id !== first.id) return [...before, ...after];
  const known = new Set(last.parts.map(partId));
  const parts = [...last.parts, ...first.parts.filter((part) => !known.has(partId(part)))];
  return [
    ...before.slice(0, -1),
    { ...first, metadata: last.metadata ?? first.metadata ?? {}, parts },
    ...rest,
  ];
}

function partId(part: ChatMessage["parts"][number]): string {
  return part.type === "dynamic-tool" ? part.toolCallId : JSON.stringify(part);
}
