import { expect, test } from "@playwright/test";
import { openOffice, proposing } from "../e2e/office";

const texts = 60;
/** The first ones find caches empty and code that was never run. */
const warmUp = 10;

test("how long a draft takes from the model's last word to the eyes of who has the conversation open", async ({
  page,
}) => {
  let round = 0;
  const draft = () => `Draft number ${round} of many.`;
  const office = await openOffice(page, () => proposing([draft(), "Another."]));
  await office.bring("Are you there?");
  await page.goto(`${office.address}/inbox`);
  await page.getByRole("link", { name: /Maria Santos/ }).click();
  await expect(page.getByText(draft()).first()).toBeVisible();

  const waits: number[] = [];
  for (round = 1; round <= texts; round++) {
    const seen = page.evaluate(seenAt, draft());
    await office.bring(`Question ${round}?`);
    waits.push((await seen) - office.model.answered());
  }
  const sorted = waits.slice(warmUp).sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `suggestions              ${sorted.length}\nvisible_ms_p50           ${at(0.5)}\nvisible_ms_p99           ${at(0.99)}\n`,
  );
  await office.close();
});

/** The moment at which a text is on the screen, in milliseconds. */
function seenAt(text: string): Promise<number> {
  return new Promise((seen) => {
    const look = () => {
      if (!document.body.textContent.includes(text)) return;
      watch.disconnect();
      // After the frame in which it is painted.
      requestAnimationFrame(() => setTimeout(() => seen(performance.timeOrigin + performance.now())));
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });
}
