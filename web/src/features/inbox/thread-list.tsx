import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { contactsQuery } from "@/api/contacts";
import { type InboxFilter, inboxQuery } from "@/api/inbox";
import type { InboxThread } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { LoadMore } from "@/components/load-more";
import { SearchBox } from "@/components/search-box";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { matching } from "@/lib/matching";
import { ThreadRow } from "./thread-row";
import { useNamed } from "./use-named";
import { contactNameOf } from "./words.logic";

const filters = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "needs_you", label: "Needs you" },
] as const;

const nothing: Record<InboxFilter, string> = {
  all: "No conversations yet.",
  unread: "Everything is read.",
  needs_you: "No conversation needs you.",
};

interface ThreadListProps {
  filter: InboxFilter;
  /** Whether a conversation is open, whose name is then the heading of the page. */
  open: boolean;
}

/** The conversations with contacts, the one with the newest message first. */
export function ThreadList({ filter, open }: ThreadListProps) {
  const list = useInfiniteQuery(inboxQuery(filter));
  const [query, setQuery] = useState("");
  const reached = useReachedAt(query);
  const navigate = useNavigate();
  const Heading = open ? "h2" : "h1";
  const threads = useNamed(list.data?.pages.flatMap((page) => page.items) ?? []);
  const show = (to: InboxFilter) =>
    void navigate({ to: ".", search: to === "all" ? {} : { filter: to }, replace: true });
  return (
    <>
      <div className="flex flex-col gap-3 p-3 pb-2">
        <Heading tabIndex={-1} className="px-1 pt-1 text-xl font-semibold tracking-tight outline-none">
          Inbox
        </Heading>
        <SearchBox label="Find by name or number" query={query} onSearch={setQuery} />
        <Segmented label="Which conversations" value={filter} choices={filters} onChange={show} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-2 pb-3">
        {list.data ? (
          <Rows threads={called(threads, query, reached)} {...{ filter, query }} />
        ) : list.isError ? (
          <InlineError error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <RowsSkeleton />
        )}
        <LoadMore {...list} />
      </div>
    </>
  );
}

/** Fewer digits than this are no whole number, which is what contacts are found by. */
const fewestDigits = 7;

/** The contacts with this number. Only the server knows the numbers of those who are called by a name. */
function useReachedAt(query: string): ReadonlySet<string> {
  const enabled = /^\+?[\d\s().-]+$/.test(query) && query.replace(/\D/g, "").length >= fewestDigits;
  // The sign before the country code is what people leave out.
  const number = `+${query.replace("+", "")}`;
  const found = useInfiniteQuery({ ...contactsQuery(number), enabled }).data;
  const contacts = enabled ? found?.pages.flatMap((page) => page.items) : undefined;
  return new Set(contacts?.map(({ id }) => id));
}

function called(threads: InboxThread[], query: string, reached: ReadonlySet<string>): InboxThread[] {
  const entries = threads.map((thread) => ({ label: contactNameOf(thread), group: "", thread }));
  const named = new Set(matching(entries, query).map(({ thread }) => thread));
  return threads.filter((thread) => named.has(thread) || reached.has(thread.contact_id));
}

function Rows({ threads, filter, query }: { threads: InboxThread[]; filter: InboxFilter; query: string }) {
  if (threads.length === 0) {
    return (
      <p role="status" className="px-2.5 text-muted">
        {query === ""
          ? nothing[filter]
          : "Nobody here has that name or number. A number must be whole, with its country code."}
      </p>
    );
  }
  return (
    <ul aria-label="Conversations with contacts" className="flex flex-col gap-0.5" onKeyDown={step}>
      {threads.map((thread) => (
        <ThreadRow key={thread.thread_id} {...{ thread, filter }} />
      ))}
    </ul>
  );
}

/** The arrow keys go from one conversation to the next. */
function step(event: KeyboardEvent<HTMLUListElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

function RowsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-1">
      <span className="sr-only">Loading</span>
      {["w-40", "w-48", "w-32", "w-44"].map((width) => (
        <div key={width} className="flex h-14 items-center gap-3 px-2.5">
          <Skeleton className="size-7 shrink-0 rounded-full" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-28 rounded-md" />
            <Skeleton className={`h-2.5 rounded-md ${width}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
