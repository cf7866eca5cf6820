import type { QueryClient } from "@tanstack/react-query";
import type { ChatTransport } from "ai";
import { Chat, type ChatMessage, newId } from "@/api/chat";
import { type ConversationDetail, conversationQuery, earlierMessages, stopAnswer } from "@/api/conversations";
import { unreachable } from "@/api/error";
import { keys } from "@/api/keys";
import type { Conversation } from "@/api/types";
import { isDropped, usualPauses } from "./connection.logic";
import { joined, withNewest } from "./history.logic";

export interface SessionState {
  /** Nothing until the server knows the chat. */
  conversation: Conversation | null;
  /** Where what was said earlier ends. */
  earlier: number | null;
  busy: boolean;
  reconnecting: boolean;
  failure: unknown;
  /** Said while an answer was being written; it goes out afterwards. */
  queued: string;
}

interface SessionInit {
  chatId: string;
  opened: ConversationDetail | null;
  cache: QueryClient;
  transport: ChatTransport<ChatMessage>;
  /** How long to wait before each new try to reach a lost server, in milliseconds. */
  pauses?: readonly number[];
}

type Step = () => Promise<unknown>;

/** One open chat: says things, follows answers, and does not lose them with the connection. */
export class Session {
  readonly chat: Chat<ChatMessage>;
  state: SessionState;
  readonly #chatId: string;
  readonly #cache: QueryClient;
  readonly #pauses: readonly number[];
  readonly #listeners = new Set<() => void>();
  /** Whether the last stream was told to its end. */
  #whole = true;
  #stopping = false;
  #closed = false;

  constructor({ chatId, opened, cache, transport, pauses = usualPauses }: SessionInit) {
    this.#chatId = chatId;
    this.#cache = cache;
    this.#pauses = pauses;
    this.state = {
      conversation: opened?.conversation ?? null,
      earlier: opened?.earlier ?? null,
      busy: false,
      reconnecting: false,
      failure: null,
      queued: "",
    };
    this.chat = new Chat<ChatMessage>({
      id: chatId,
      messages: opened?.messages ?? [],
      generateId: newId,
      transport,
      onFinish: ({ finishReason }) => {
        this.#whole = finishReason !== undefined;
      },
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins with this text, or reads on what is being written. */
  open(first: string | undefined): void {
    this.#closed = false;
    if (first !== undefined) this.send(first);
    else if (this.state.conversation?.running) void this.refresh();
  }

  /** Stops reading. The answer goes on being written. */
  close(): void {
    this.#closed = true;
    void this.chat.stop();
  }

  /** Learns what the server calls a chat that has just begun. */
  introduce = async (): Promise<void> => {
    if (this.state.conversation !== null) return;
    // It is asked again when the answer is there, if this fails.
    await this.#load().catch(() => {});
    void this.#cache.invalidateQueries({ queryKey: keys.conversationList });
  };

  send = (text: string): void => {
    const { busy, queued } = this.state;
    if (busy) this.#set({ queued: queued === "" ? text : `${queued}\n\n${text}` });
    else void this.#follow(() => this.#say(newId(), text));
  };

  /** Takes back what has not gone out yet. */
  dropQueued = (): void => this.#set({ queued: "" });

  /** Does about a failure what can be done. A message that was not answered is said again. */
  retry = (): void => {
    const last = this.chat.messages.at(-1);
    if (last?.role === "user" || isDropped(this.state.failure)) void this.#follow(() => this.#goOn());
    else this.askAgain();
  };

  /** Has the last question answered once more. An answer that did something stays to be seen. */
  askAgain = (): void => {
    if (!this.state.busy) void this.#follow(() => this.chat.regenerate());
  };

  /** Takes what the server has, and reads on what is being written. */
  refresh = (): Promise<void> => this.#follow(() => this.#read());

  stop = async (): Promise<void> => {
    this.#stopping = true;
    try {
      const { thread_id } = this.state.conversation ?? (await this.#load()).conversation;
      await stopAnswer(thread_id);
    } catch (failure) {
      this.#stopping = false;
      this.#set({ failure });
    }
  };

  loadEarlier = async (): Promise<void> => {
    if (this.state.earlier === null) return;
    const page = await earlierMessages(this.#chatId, this.state.earlier);
    this.chat.messages = joined(page.messages, this.chat.messages);
    this.#set({ earlier: page.earlier ?? null });
  };

  /** Goes on until the answer is there or somebody said why not; a lost connection is tried again. */
  async #follow(first: Step): Promise<void> {
    if (this.state.busy) return;
    this.#set({ busy: true, failure: null });
    let problem = await this.#attempt(first);
    for (const pause of this.#pauses) {
      if (this.#closed || this.#stopping || !isDropped(problem)) break;
      this.#set({ reconnecting: true });
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!this.#closed) problem = await this.#attempt(() => this.#goOn());
    }
    this.#finish(this.#stopping || this.#closed ? null : problem);
  }

  #finish(failure: unknown): void {
    // Whoever stopped an answer knows why there is none.
    if (this.#stopping) this.chat.clearError();
    this.#stopping = false;
    const { queued } = this.state;
    const next = failure === null && !this.#closed ? queued : "";
    this.#set({ busy: false, reconnecting: false, failure, ...(next !== "" && { queued: "" }) });
    for (const queryKey of [keys.conversationList, keys.turns, keys.needs])
      void this.#cache.invalidateQueries({ queryKey });
    if (next !== "") this.send(next);
  }

  /** What went wrong with it, or nothing. */
  async #attempt(step: Step): Promise<unknown> {
    this.#whole = true;
    try {
      await step();
    } catch (error) {
      return error;
    }
    if (this.chat.status === "error") return this.chat.error;
    return this.#whole ? null : unreachable();
  }

  #goOn(): Promise<void> {
    const last = this.chat.messages.at(-1);
    return last?.role === "user" ? this.#say(last.id, spoken(last)) : this.#read();
  }

  /** The server knows a message that it has heard before by its id, and does not answer it twice. */
  async #say(id: string, text: string): Promise<void> {
    const known = this.chat.messages.some((message) => message.id === id);
    const message = {
      parts: [{ type: "text" as const, text }],
      metadata: { createdAt: new Date().toISOString() },
    };
    await this.chat.sendMessage(known ? { ...message, messageId: id } : { ...message, id });
    if (this.chat.status !== "error" && this.state.conversation === null && !this.#closed) await this.#load();
  }

  async #read(): Promise<void> {
    if (!(await this.#show()).running) return this.chat.clearError();
    await this.chat.resumeStream();
    if (this.chat.status !== "error" && !this.#closed) await this.#show();
  }

  async #show(): Promise<Conversation> {
    const { conversation, messages, earlier = null } = await this.#load();
    const shown = withNewest(this.chat.messages, messages);
    this.chat.messages = shown;
    if (shown === messages) this.#set({ earlier });
    return conversation;
  }

  async #load(): Promise<ConversationDetail> {
    const options = { ...conversationQuery(this.#chatId), staleTime: 0, retry: false };
    const isNew = this.state.conversation === null;
    const detail = await this.#cache.fetchQuery(options);
    this.#set({ conversation: detail.conversation });
    // A member's first chat brings their own agent into being, whose name nobody has heard of.
    if (isNew) void this.#cache.invalidateQueries({ queryKey: keys.names });
    return detail;
  }

  #set(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function spoken(message: ChatMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
