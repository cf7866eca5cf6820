import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Mail, Phone, Smartphone } from "lucide-react";
import { linesQuery } from "@/api/lines";
import { namesQuery } from "@/api/names";
import type { Line, LineProvider } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { buttonStyle } from "@/components/ui/button";
import { List, ListRow } from "@/components/ui/list";
import { DeleteLineButton } from "./delete-line-button";
import { EditLineButton } from "./edit-line-button";

export function LineList({ editable }: { editable: boolean }) {
  const list = useSuspenseInfiniteQuery(linesQuery);
  const lines = list.data.pages.flatMap((page) => page.items);
  if (lines.length === 0) {
    return (
      <EmptyState icon={Phone} title="No lines">
        <p>A line is a phone number or mailbox the team is reached at. Lines an admin adds appear here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <List label="Lines">
        {lines.map((line) => (
          <LineRow key={line.id} line={line} editable={editable} />
        ))}
      </List>
      <LoadMore {...list} />
    </>
  );
}

const providers: Record<Exclude<LineProvider, "loopback">, string> = { twilio: "Twilio", quo: "Quo" };

function carriedBy(line: Line) {
  if (line.kind === "mailbox") return "Mailbox";
  if (line.provider === "loopback") return "Phone on the screen";
  return line.provider ? `Phone with ${providers[line.provider]}` : "Phone";
}

function LineRow({ line, editable }: { line: Line; editable: boolean }) {
  const Icon = line.kind === "phone" ? Phone : Mail;
  return (
    <ListRow
      icon={
        <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
          <Icon aria-hidden className="size-3.5" />
        </span>
      }
      title={line.label || line.address}
      detail={
        <>
          <p>
            {carriedBy(line)} · {line.address}
          </p>
          <Answering agent={line.agent_id} />
        </>
      }
      actions={
        editable && (
          <>
            {line.provider === "loopback" && (
              <Link to="/phone" className={buttonStyle({})} aria-label={`Open the phone of ${line.label}`}>
                <Smartphone aria-hidden /> Phone
              </Link>
            )}
            <EditLineButton line={line} />
            <DeleteLineButton line={line} />
          </>
        )
      }
    />
  );
}

function Answering({ agent }: { agent: string | null | undefined }) {
  const names = useSuspenseQuery(namesQuery).data;
  if (!agent) return <p className="text-warning-text">No agent: nobody answers by itself</p>;
  return (
    <p>
      Answered by{" "}
      <Link
        to="/agents/$agentId"
        params={{ agentId: agent }}
        className="rounded-sm font-medium text-accent-text hover:underline"
      >
        {names.agent(agent)}
      </Link>
    </p>
  );
}
