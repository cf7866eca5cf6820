const form = /^(org|member|(member|contact|agent):[0-9a-z-]+)$/i;

/** The scope that an address names, if it names one. */
export function scopeOf(value: unknown): string | undefined {
  return typeof value === "string" && form.test(value) ? value : undefined;
}
