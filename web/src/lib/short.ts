/** A text as one short line: nothing that could move or hide what stands beside it, and cut where it would be long. */
export function short(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...line];
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
