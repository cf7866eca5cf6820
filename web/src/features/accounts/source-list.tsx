import { FileText, type LucideIcon, Mail, MessageSquareText, Phone } from "lucide-react";
import { useState } from "react";
import type { AccountSource } from "@/api/types";
import { Button } from "@/components/ui/button";
import { List, ListRow } from "@/components/ui/list";
import { formatDateTime } from "@/lib/format";
import { sourceGroups } from "./history.logic";
import type { Opened } from "./opened";

interface SourceListProps {
  sources: readonly AccountSource[];
  onOpen: (opened: Opened) => void;
}

const icons: Record<string, LucideIcon> = { email: Mail, call: Phone, sms: MessageSquareText };
const pace = 20;

/** What was said, by how it was said. */
export function SourceList({ sources, onOpen }: SourceListProps) {
  const groups = sourceGroups(sources);
  if (groups.length === 0) return <p className="text-muted">No emails, calls or text messages are kept.</p>;
  return groups.map(({ kind, label, sources: own }) => (
    <SourceGroup key={kind} {...{ label, onOpen }} sources={own} />
  ));
}

function SourceGroup({ label, sources, onOpen }: SourceListProps & { label: string }) {
  const [most, setMost] = useState(pace);
  const hidden = sources.length - most;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">
        {label} <span className="text-muted tabular-nums">{sources.length}</span>
      </h3>
      <List label={label}>
        {sources.slice(0, most).map((source) => (
          <SourceRow key={source.path} source={source} onOpen={onOpen} />
        ))}
      </List>
      {hidden > 0 && (
        <Button className="self-start" onClick={() => setMost(most + pace)}>
          Show {Math.min(hidden, pace)} more
        </Button>
      )}
    </div>
  );
}

function SourceRow({ source, onOpen }: { source: AccountSource; onOpen: SourceListProps["onOpen"] }) {
  const Icon = icons[source.kind] ?? FileText;
  const between = [source.from, source.to].filter(Boolean).join(" to ");
  return (
    <ListRow
      className="transition-colors hover:bg-hover"
      icon={<Icon aria-hidden className="size-4 shrink-0 self-start text-muted" />}
      title={
        <button
          type="button"
          onClick={() => onOpen({ path: source.path })}
          className="cursor-pointer rounded-sm text-left after:absolute after:inset-0 hover:underline"
        >
          {source.subject || between || source.path}
        </button>
      }
      detail={
        <>
          {source.summary && <span className="block text-text">{source.summary}</span>}
          {[source.subject && between, formatDateTime(source.at)].filter(Boolean).join(" · ")}
        </>
      }
    />
  );
}
