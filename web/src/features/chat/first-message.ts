/** What a new chat begins with, on its way from the page where it was written to the page of the chat. */
export interface FirstMessage {
  text: string;
  agentId?: string;
}

const waiting = new Map<string, FirstMessage>();

export function beginWith(chatId: string, message: FirstMessage): void {
  waiting.set(chatId, message);
}

export function firstMessage(chatId: string): FirstMessage | undefined {
  return waiting.get(chatId);
}

/** It is on its way; opened again, the chat comes from the server. */
export function forgetFirst(chatId: string): void {
  waiting.delete(chatId);
}
