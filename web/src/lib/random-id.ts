/** An id that nobody else makes up. The browser's own way is there only for pages that came over HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const version = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  const variant = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  bytes.set([version], 6);
  bytes.set([variant], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
