/** The entries every typed word begins a word of, in their given order. */
export function matching<Entry extends { label: string; group: string }>(
  entries: readonly Entry[],
  text: string,
): Entry[] {
  const typed = words(text);
  return entries.filter((entry) => {
    const own = words(`${entry.label} ${entry.group}`);
    return typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
}

function words(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
