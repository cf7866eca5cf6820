export interface Segment {
  text: string;
  marked: boolean;
  /** Where it begins, which tells equal segments apart. */
  start: number;
}

/** A text in parts, those inside one of the ranges marked. Ranges may overlap, be in any order, or lie outside. */
export function segments(text: string, ranges: readonly (readonly number[])[]): Segment[] {
  const parts: Segment[] = [];
  let place = 0;
  const push = (end: number, marked: boolean) => {
    if (end <= place) return;
    parts.push({ text: text.slice(place, end), marked, start: place });
    place = end;
  };
  for (const [start = 0, end = 0] of ranges.toSorted(([a = 0], [b = 0]) => a - b)) {
    push(Math.min(start, text.length), false);
    push(Math.min(end, text.length), true);
  }
  push(text.length, false);
  return parts;
}
