import type { Block, BlockChange, BlockPlace } from "@/api/types";

export const defaultLimit = 5_000;
export const mostCharacters = 20_000;

export function placeOf({ label, scope, agent_id }: Block): BlockPlace {
  return { label, scope, agentId: agent_id ?? null };
}

/** The limit counts characters, where JavaScript counts halves of some. */
export function lengthOf(text: string): number {
  return [...text].length;
}

interface BlockForm {
  value: string;
  description: string;
  char_limit: number;
  read_only: boolean;
}

/** Only what was changed: what somebody else changes meanwhile in another field stays theirs. */
export function changesOf(block: Block, form: BlockForm): BlockChange {
  return {
    ...(form.value !== block.value && { value: form.value }),
    ...(form.description !== block.description && { description: form.description }),
    ...(form.char_limit !== block.char_limit && { char_limit: form.char_limit }),
    ...(form.read_only !== block.read_only && { read_only: form.read_only }),
  };
}
