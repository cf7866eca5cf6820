import type { QueryClient } from "@tanstack/react-query";
import { inboxThreadQuery, lastInboundQuery } from "@/api/inbox";
import { suggestionQuery } from "@/api/suggestions";
import { alertsDrafts } from "@/lib/draft-alerts";
import { short } from "@/lib/short";

const longestName = 40;
const longestQuote = 80;

interface Told {
  suggestion_id?: string;
  thread_id?: string;
  state?: string;
}

/** Where drafts are picked. */
interface Inbox {
  open: (thread: string) => void;
  isOpen: (thread: string) => boolean;
}

/**
 * Tells of drafts that wait, by a notification of the browser, for as long as a page is open and however far behind others it is.
 * It says whom they are for and the beginning of what that person wrote, and leads to them.
 */
export class DraftAlerts {
  readonly #shown = new Map<string, Notification>();
  /** Those that are being read: whoever takes one out of here meanwhile does not want it shown any more. */
  readonly #coming = new Set<string>();
  readonly #cache: QueryClient;
  readonly #member: string;
  readonly #inbox: Inbox;

  constructor(cache: QueryClient, member: string, inbox: Inbox) {
    this.#cache = cache;
    this.#member = member;
    this.#inbox = inbox;
  }

  /** Somebody drafted, sent or put aside: `data` is what the event says. */
  async take(data: string): Promise<void> {
    const { suggestion_id: id, thread_id: thread, state } = read(data);
    if (id === undefined || thread === undefined) return;
    if (state !== "waiting") return this.#close(id);
    if (this.#shown.has(id) || this.#coming.has(id)) return;
    if (!alertsDrafts(this.#member) || this.#isLookedAt(thread)) return;
    this.#coming.add(id);
    try {
      await this.#show(id, thread);
    } catch {
      // It is in the inbox all the same: what could not be read or shown is not worth a word there.
    } finally {
      this.#coming.delete(id);
    }
  }

  /** Takes back what still stands there, and what would. */
  end(): void {
    this.#coming.clear();
    for (const id of [...this.#shown.keys()]) this.#close(id);
  }

  async #show(id: string, thread: string): Promise<void> {
    const fresh = { staleTime: 0 };
    // What a page that comes back is told may be over by now.
    const [suggestion, conversation, said] = await Promise.all([
      this.#cache.fetchQuery({ ...suggestionQuery(id), ...fresh }),
      this.#cache.fetchQuery({ ...inboxThreadQuery(thread), ...fresh }),
      this.#cache.fetchQuery({ ...lastInboundQuery(thread), ...fresh }),
    ]);
    if (suggestion.state !== "waiting" || !this.#coming.has(id)) return;
    const name = conversation.thread.contact_name ?? "a contact";
    // Two tabs show the same one: of notifications with the same tag there is one.
    const shown = new Notification(`A reply to ${short(name, longestName)} waits for you`, {
      tag: `steward-draft-${id}`,
      body: said?.text ? `“${short(said.text, longestQuote)}”` : "",
    });
    this.#shown.set(id, shown);
    shown.onclick = () => {
      window.focus();
      this.#inbox.open(thread);
      this.#close(id);
    };
    shown.onclose = () => this.#shown.delete(id);
  }

  /** Whoever has the conversation before them sees the drafts appear. */
  #isLookedAt(thread: string): boolean {
    return document.visibilityState === "visible" && document.hasFocus() && this.#inbox.isOpen(thread);
  }

  #close(id: string): void {
    this.#coming.delete(id);
    this.#shown.get(id)?.close();
    this.#shown.delete(id);
  }
}

function read(data: string): Told {
  try {
    return JSON.parse(data) as Told;
  } catch {
    return {};
  }
}
