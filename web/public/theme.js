// Runs before the first paint so that a remembered theme never flashes. It is a file, and not inline, because
// the content security policy allows no inline script. Its key and values are those of src/lib/theme.ts.
try {
  const theme = localStorage.getItem("steward.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be blocked; the system's preference then applies.
}
