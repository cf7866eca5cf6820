/** Up to two letters that stand for a name where there is no picture; of a number, its end. */
export function initials(name: string): string {
  const number = name.match(/^\+[\d ]*?(\d{2})\s*$/);
  if (number?.[1]) {
    return number[1];
  }
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("") || "?";
}
