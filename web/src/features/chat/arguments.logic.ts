import { isObject } from "@/lib/json";

/** What somebody wrote in place of a call's arguments. */
export function readArguments(text: string): { value: Record<string, unknown> } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { value };
  } catch {
    // Said below.
  }
  return { problem: 'The arguments must be a JSON object, such as {"text": "Hello"}.' };
}
