import { CircleAlert, Info } from "lucide-react";
import { memo } from "react";
import type { ChatMessage } from "@/api/chat";
import { Decision } from "@/components/decision";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Written } from "@/components/written";
import { readDecision } from "@/lib/decision";
import { saidBy } from "@/lib/said";
import { ApprovalCard } from "./approval-card";
import { type Block, blocksOf, type Explain, textOf } from "./blocks.logic";
import { ToolCard } from "./tool-card";

interface MessageViewProps {
  message: ChatMessage;
  agent: string;
  explain: Explain;
  onDecided: () => void;
}

export const MessageView = memo(function MessageView({ message, agent, ...shared }: MessageViewProps) {
  if (message.role === "user") return <OwnMessage text={textOf(message)} />;
  return (
    <article aria-label={agent} className="flex min-w-0 flex-col gap-3">
      {blocksOf(message).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened keeps its place.
        <BlockView key={index} block={block} {...shared} />
      ))}
    </article>
  );
});

function OwnMessage({ text }: { text: string }) {
  return (
    <article
      aria-label="You"
      className="max-w-[85%] self-end rounded-2xl rounded-br-md bg-accent-soft px-3.5 py-2 leading-relaxed"
    >
      <Folded text={text} />
    </article>
  );
}

function Note({ from, text }: { from: string; text: string }) {
  const decided = from === "approval" ? readDecision(text) : null;
  return (
    <div className="flex gap-2 text-[0.8125rem] text-muted">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {decided ? <Decision decided={decided} /> : <Folded text={`${saidBy(from)}: ${text}`} />}
    </div>
  );
}

type BlockViewProps = Pick<MessageViewProps, "explain" | "onDecided"> & { block: Block };

function BlockView({ block, explain, onDecided }: BlockViewProps) {
  switch (block.kind) {
    case "text":
      return <Written text={block.text} />;
    case "reasoning":
      return (
        <Disclosure summary={block.streaming ? "Thinking…" : "What it thought"}>
          <p dir="auto" className="border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
            {block.text}
          </p>
        </Disclosure>
      );
    case "note":
      return <Note from={block.from} text={block.text} />;
    case "notice":
      return (
        <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {block.text}
        </p>
      );
    case "call":
      return block.call.state === "waiting" && block.call.approvalId !== null ? (
        <ApprovalCard
          call={block.call}
          approvalId={block.call.approvalId}
          explain={explain}
          onDecided={onDecided}
        />
      ) : (
        <ToolCard call={block.call} explain={explain} />
      );
  }
}
