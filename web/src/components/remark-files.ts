import { fileHref, fileReferences, linesBehind, onlyReference } from "@/lib/file-reference";
import type { MarkdownNode } from "./remark-citations";

/** Makes links of the files that a text names, with the lines it cites. */
export function remarkFiles() {
  return (tree: MarkdownNode) => name(tree);
}

/** A link inside a link leads nowhere, and a block of code says what it says. */
const closed = new Set(["link", "linkReference", "code"]);

function name(node: MarkdownNode): void {
  if (!node.children || closed.has(node.type)) return;
  const children: MarkdownNode[] = [];
  const rest = [...node.children];
  for (let child = rest.shift(); child !== undefined; child = rest.shift()) {
    if (child.type === "text") children.push(...inText(child.value ?? ""));
    else if (child.type === "inlineCode") children.push(inCode(child, rest));
    else {
      name(child);
      children.push(child);
    }
  }
  node.children = children;
}

function inText(text: string): MarkdownNode[] {
  return fileReferences(text).map(({ text: value, file }) => {
    const words = { type: "text", value };
    return file ? { type: "link", url: fileHref(file), children: [words] } : words;
  });
}

/** A name that is set as code. The lines may stand behind it, and are taken into the link. */
function inCode(code: MarkdownNode, rest: MarkdownNode[]): MarkdownNode {
  const file = onlyReference(code.value ?? "");
  if (!file) return code;
  const [next] = rest;
  const lines = file.line === undefined && next?.type === "text" ? linesBehind(next.value ?? "") : null;
  if (!lines) return { type: "link", url: fileHref(file), children: [code] };
  rest[0] = { type: "text", value: (next?.value ?? "").slice(lines.text.length) };
  const { text: value, ...place } = lines;
  return { type: "link", url: fileHref({ ...file, ...place }), children: [code, { type: "text", value }] };
}
