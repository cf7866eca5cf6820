/** A passage as a model reads it: the last digits of its id, the day, what it is a part of, and the text. */
interface CitedPassage {
  id: string;
  day: string;
  source: string;
  text: string;
}

/** A message as a model reads it: the conversation, the moment up to which it was said, and the text. */
interface CitedMessage {
  thread: string;
  at: string;
  day: string;
  text: string;
}

export type Cited = CitedPassage | CitedMessage;

const passageHead = /^\[([0-9a-f]{6}) (\d{4}-\d\d-\d\d) ([a-z_]+)\] /;
const messageHead = /^\[(\d{4}-\d\d-\d\d) (\d\d:\d\d), \w+, conversation ([0-9a-f-]{36})\] /;

/** What a tool found in memory, if that is what this text is. A passage may go on over several lines. */
export function readFound(text: string): Cited[] | null {
  const found: Cited[] = [];
  for (const line of text.split("\n")) {
    const begun = beginning(line);
    const last = found.at(-1);
    if (begun) found.push(begun);
    else if (last) last.text += `\n${line}`;
    else return null;
  }
  return found.length > 0 ? found : null;
}

function beginning(line: string): Cited | null {
  const [passage, id = "", day = "", source = ""] = passageHead.exec(line) ?? [];
  if (passage !== undefined) return { id, day, source, text: line.slice(passage.length) };
  const [message, on = "", minute = "", thread = ""] = messageHead.exec(line) ?? [];
  if (message === undefined) return null;
  // Only the minute is told: what was said in it was said before its end.
  return { thread, at: `${on}T${minute}:59.999Z`, day: on, text: line.slice(message.length) };
}

/** A piece of a text: as it stands, or a citation in it. */
interface CitedPiece {
  text: string;
  id: string | null;
}

// Six digits alone may be anything. With the day, or with a letter among them, they are the end of an id.
const mention =
  /\[((?=[0-9]{0,5}[a-f])[0-9a-f]{6}|[0-9a-f]{6}(?= \d{4}-))( \d{4}-\d\d-\d\d(?: [a-z_]+)?)?\]/g;

/** Where a text cites passages by the end of their ids, as a model was shown them. */
export function citations(text: string): CitedPiece[] {
  const pieces: CitedPiece[] = [];
  let place = 0;
  for (const match of text.matchAll(mention)) {
    if (match.index > place) pieces.push({ text: text.slice(place, match.index), id: null });
    pieces.push({ text: match[0], id: match[1] ?? null });
    place = match.index + match[0].length;
  }
  if (place < text.length) pieces.push({ text: text.slice(place), id: null });
  return pieces;
}

/** The words around a citation, to find the passage by. */
export const longestNear = 300;

/** The address of a citation inside a text of Markdown. */
export function citationHref(id: string, near: string): string {
  return `#cited:${id}:${encodeURIComponent(near.trim().slice(0, longestNear))}`;
}

export function readCitationHref(href: string): { id: string; near: string } | null {
  const [, id = "", near = ""] = /^#cited:([0-9a-f]{6}):(.*)$/.exec(href) ?? [];
  if (id === "") return null;
  try {
    return { id, near: decodeURIComponent(near) };
  } catch {
    return null;
  }
}
