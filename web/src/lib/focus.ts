/** Where the focus goes when what had it disappears: to the page's heading, and not to nowhere. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}
