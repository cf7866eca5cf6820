import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { newId } from "@/api/chat";
import { meQuery } from "@/api/me";
import type { Names } from "@/api/names";
import { ChatHeader } from "./chat-frame";
import { Composer } from "./composer";
import { beginWith } from "./first-message";

const examples = [
  "What do you remember about the boiler in flat 2b?",
  "Remember that Maria’s lease ends in March.",
  "What did we say about the parking space last week?",
];

/** Where a chat begins: who is to answer, and what is asked. */
export function NewChat({ names }: { names: Names }) {
  const { member } = useSuspenseQuery(meQuery).data;
  const [agentId, setAgentId] = useState("");
  const [draft, setDraft] = useState("");
  const navigate = useNavigate();
  const begin = (text: string) => {
    const chatId = newId();
    beginWith(chatId, { text, ...(agentId !== "" && { agentId }) });
    void navigate({ to: "/chat/$chatId", params: { chatId } });
  };
  return (
    <>
      <ChatHeader title="New chat" />
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-6 overflow-y-auto px-4 py-8">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-xl border border-line bg-sunken text-muted">
          <MessageSquareText aria-hidden className="size-5.5" strokeWidth={1.75} />
        </span>
        <div className="flex max-w-md flex-col gap-1.5 text-center">
          <h2 className="text-lg font-semibold tracking-tight">What can I do for you, {member.name}?</h2>
          <p className="text-balance text-muted">
            Ask for what is remembered, tell it what to keep, or let it think something through with you.
          </p>
        </div>
        <ul aria-label="Examples" className="flex w-full max-w-xl flex-col gap-2">
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => setDraft(example)}
                className="w-full cursor-pointer rounded-lg border border-line bg-raised px-3.5 py-2.5 text-left text-muted transition-colors hover:bg-hover hover:text-text"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 pb-3 md:px-6 md:pb-5">
        <AgentChoice names={names} value={agentId} onChange={setAgentId} />
        <Composer key={draft} label="Ask something" draft={draft} onSend={begin} />
      </div>
    </>
  );
}

interface AgentChoiceProps {
  names: Names;
  value: string;
  onChange: (id: string) => void;
}

function AgentChoice({ names, value, onChange }: AgentChoiceProps) {
  return (
    <label className="relative flex w-fit max-w-full items-center gap-2 text-[0.8125rem] text-muted">
      Answered by
      <select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="min-w-0 cursor-pointer appearance-none truncate rounded-md border border-line bg-raised py-1 pr-7 pl-2 font-medium text-text"
      >
        <option value="">My assistant</option>
        {names.agents
          .filter(({ source }) => source !== "assistant")
          .map(({ id }) => (
            <option key={id} value={id}>
              {names.agent(id)}
            </option>
          ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5" />
    </label>
  );
}
