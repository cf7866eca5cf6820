type Kind = "same" | "added" | "removed";

export interface Piece {
  kind: Kind;
  text: string;
}

export interface DiffLine {
  kind: Kind;
  /** The line word by word, where another line stands in its place. */
  pieces: Piece[];
}

export type DiffRow = DiffLine | { kind: "gap"; lines: number };

/** More changes than this are not searched for: texts that differ so much are better read one after the other. */
const mostEdits = 400;
/** Lines that share less of their words than this are two lines, not one that was changed. */
const leastAlike = 0.3;

/** What has to change in one text to get the other, line by line and within a changed line word by word. */
export function diffLines(before: string, after: string): DiffLine[] {
  const rows: DiffLine[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    rows.push(...pairs(removed, added));
    removed = [];
    added = [];
  };
  for (const { kind, text } of edits(linesOf(before), linesOf(after))) {
    if (kind === "removed") removed.push(text);
    else if (kind === "added") added.push(text);
    else {
      flush();
      rows.push({ kind, pieces: [{ kind, text }] });
    }
  }
  flush();
  return rows;
}

/** The rows near a change; what is the same for long is a gap that says how long. A single line is shown: no gap is shorter. */
export function withGaps(rows: readonly DiffLine[], around = 2): DiffRow[] {
  const near = rows.map((_, index) =>
    rows.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same"),
  );
  const shown: DiffRow[] = [];
  rows.forEach((row, index) => {
    const last = shown.at(-1);
    const single = near[index - 1] !== false && near[index + 1] !== false;
    if (near[index] || single) shown.push(row);
    else if (last?.kind === "gap") last.lines += 1;
    else shown.push({ kind: "gap", lines: 1 });
  });
  return shown;
}

function pairs(removed: readonly string[], added: readonly string[]): DiffLine[] {
  const count = Math.max(removed.length, added.length);
  return Array.from({ length: count }, (_, index) => pair(removed[index], added[index])).flat();
}

function pair(before: string | undefined, after: string | undefined): DiffLine[] {
  if (before === undefined || after === undefined)
    return [...whole("removed", before), ...whole("added", after)];
  const pieces = edits(wordsOf(before), wordsOf(after));
  const same = pieces
    .filter(({ kind }) => kind === "same")
    .reduce((sum, { text }) => sum + text.trim().length, 0);
  if (same < leastAlike * Math.max(before.length, after.length)) {
    return [...whole("removed", before), ...whole("added", after)];
  }
  return [
    { kind: "removed", pieces: joined(pieces.filter(({ kind }) => kind !== "added")) },
    { kind: "added", pieces: joined(pieces.filter(({ kind }) => kind !== "removed")) },
  ];
}

function whole(kind: Kind, text: string | undefined): DiffLine[] {
  return text === undefined ? [] : [{ kind, pieces: [{ kind: "same", text }] }];
}

/** Neighbours of one kind as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const { kind, text } of pieces) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}

/** The shortest way from one list to the other, after E. W. Myers, "An O(ND) difference algorithm" (1986). */
function edits(before: readonly string[], after: readonly string[]): Piece[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...all("same", before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...all("same", before.slice(before.length - end)),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Piece[] {
  const most = Math.min(before.length + after.length, mostEdits);
  /** How far along `before` each diagonal is; a diagonal is the place in `before` minus the place in `after`. */
  const reach = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => reach[diagonal + most + 1] ?? 0;
  const history: Int32Array[] = [];
  for (let edit = 0; edit <= most; edit += 1) {
    history.push(reach.slice());
    for (let diagonal = -edit; diagonal <= edit; diagonal += 2) {
      const down = diagonal === -edit || (diagonal !== edit && at(diagonal - 1) < at(diagonal + 1));
      let x = down ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reach[diagonal + most + 1] = x;
      if (x >= before.length && x - diagonal >= after.length) return traced(before, after, history, most);
    }
  }
  return [...all("removed", before), ...all("added", after)];
}

/** Walks back from the end along the way that was found. */
function traced(
  before: readonly string[],
  after: readonly string[],
  history: readonly Int32Array[],
  most: number,
): Piece[] {
  const steps: Piece[] = [];
  let x = before.length;
  let y = after.length;
  for (let edit = history.length - 1; edit >= 0; edit -= 1) {
    const at = (diagonal: number) => history[edit]?.[diagonal + most + 1] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -edit || (diagonal !== edit && at(diagonal - 1) < at(diagonal + 1));
    const fromX = edit === 0 ? 0 : at(down ? diagonal + 1 : diagonal - 1);
    const fromY = edit === 0 ? 0 : fromX - (down ? diagonal + 1 : diagonal - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      steps.push({ kind: "same", text: before[x] ?? "" });
    }
    if (edit > 0) {
      steps.push(
        down ? { kind: "added", text: after[fromY] ?? "" } : { kind: "removed", text: before[fromX] ?? "" },
      );
    }
    x = fromX;
    y = fromY;
  }
  return steps.reverse();
}

function all(kind: Kind, texts: readonly string[]): Piece[] {
  return texts.map((text) => ({ kind, text }));
}

/** An empty text has no line, not an empty one. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function wordsOf(text: string): string[] {
  return text.split(/(\s+|[^\p{L}\p{N}\s])/u).filter((word) => word !== "");
}
