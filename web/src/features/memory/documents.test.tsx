import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { MemoryDocument } from "@/api/types";
import { lease, leasePassages, stats } from "@/test/memory-fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

const path = "*/v1/rag/documents";
const file = (name: string) => new File(["The rent is due."], name, { type: "text/plain" });

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/v1/rag/stats", () => HttpResponse.json(stats)),
    http.get(path, () => page([lease])),
    http.get(`${path}/d-1`, () => HttpResponse.json(lease)),
    http.get(`${path}/d-1/passages`, () => page(leasePassages)),
  );
});

test("documents are listed with their size, parts and tags", async () => {
  renderApp("/memory/documents");
  const list = within(await screen.findByRole("list", { name: "Documents" }));
  expect(list.getByRole("link", { name: "Lease of 2026" })).toHaveAttribute("href", "/memory/documents/d-1");
  expect(list.getByText(/lease\.pdf · 81 kB · 2 parts/)).toBeVisible();
  expect(list.getByText("lease")).toBeVisible();
  expect(screen.getByRole("button", { name: "Whose memory: The team's. Change" })).toBeVisible();
});

test("a file is uploaded with its tags to the scope that is shown", async () => {
  const documents: MemoryDocument[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get(path, () => page(documents)),
    http.post(path, async ({ request }) => {
      const form = await request.formData();
      const upload = form.get("file") as File;
      sent.push([request.headers.get("x-csrf-token"), form.get("scope"), form.get("tags"), upload.name]);
      documents.push(lease);
      return HttpResponse.json(lease, { status: 201 });
    }),
  );
  const { user } = renderApp("/memory/documents");
  expect(await screen.findByRole("heading", { name: "No documents" })).toBeVisible();
  await user.type(screen.getByLabelText("Tags for what you upload"), "lease, 4B");
  await user.upload(screen.getByLabelText("Files to upload"), file("lease.txt"));
  const uploads = within(screen.getByRole("list", { name: "Uploads" }));
  expect(await uploads.findByText("Kept, in 2 parts.")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Lease of 2026" })).toBeVisible();
  expect(sent).toEqual([["csrf-1", "org", "lease,4B", "lease.txt"]]);
  await user.click(uploads.getByRole("button", { name: "Dismiss lease.txt" }));
  expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
});

test("dropped files go one after the other, and one that is refused stops no other", async () => {
  server.use(
    http.post(path, async ({ request }) => {
      const upload = (await request.formData()).get("file") as File;
      return upload.name === "bad.pdf"
        ? failure(422, { code: "unreadable_document", message: "This PDF cannot be read." })
        : HttpResponse.json(lease, { status: 201 });
    }),
  );
  renderApp("/memory/documents");
  const area = (await screen.findByText("Drop files here")).parentElement as HTMLElement;
  fireEvent.drop(area, { dataTransfer: { files: [file("bad.pdf"), file("good.txt")] } });
  const uploads = within(await screen.findByRole("list", { name: "Uploads" }));
  expect(await uploads.findByText("This PDF cannot be read.")).toHaveAttribute("role", "alert");
  expect(await uploads.findByText("Kept, in 2 parts.")).toBeVisible();
});

test("an upload that is stopped says so", async () => {
  server.use(http.post(path, () => new Promise<never>(() => {})));
  const { user } = renderApp("/memory/documents");
  await user.upload(await screen.findByLabelText("Files to upload"), file("long.txt"));
  expect(await screen.findByRole("progressbar", { name: "Upload of long.txt" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop the upload of long.txt" }));
  expect(await screen.findByText("Stopped.")).toBeVisible();
});

test("a document opens at the part somebody came for, however far it is", async () => {
  const [first, second] = leasePassages;
  server.use(
    http.get(`${path}/d-1/passages`, ({ request }) =>
      new URL(request.url).searchParams.has("cursor") ? page([second]) : page([first], "next"),
    ),
  );
  renderApp("/memory/documents/d-1?part=1");
  expect(await screen.findByRole("heading", { level: 1, name: "Lease of 2026" })).toBeVisible();
  const sought = await screen.findByRole("listitem", { current: true });
  expect(within(sought).getByText("Pets are welcome.")).toBeVisible();
});

test("a document is deleted from its page, which leads back to the list", async () => {
  server.use(http.delete(`${path}/d-1`, () => nothing()));
  const { router, user } = renderApp("/memory/documents/d-1");
  await user.click(await screen.findByRole("button", { name: "Delete Lease of 2026" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/its 2 parts are no longer found/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Delete document" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/memory/documents"));
});
