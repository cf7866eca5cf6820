import type { FormEvent } from "react";

/**
 * Reads the named text fields of a submitted form without letting the browser navigate. Text is trimmed, except in
 * password fields, where a space is a character like any other.
 */
export function submitted<Name extends string>(
  event: FormEvent<HTMLFormElement>,
  ...names: Name[]
): Record<Name, string> {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  const entries = names.map((name) => {
    const text = String(data.get(name) ?? "");
    return [name, name.endsWith("password") ? text : text.trim()];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** An empty optional field is absent, not an empty text. */
export function optional(value: string): string | undefined {
  return value === "" ? undefined : value;
}
