import { citationHref, citations } from "@/lib/citation";

/** What is needed of a tree of Markdown. */
export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  children?: MarkdownNode[];
}

/** Makes links of citations: a model writes the end of a passage's id in brackets, as it was shown it. */
export function remarkCitations() {
  return (tree: MarkdownNode) => cite(tree, "");
}

/** A link inside a link leads nowhere, and code says what it says. */
const closed = new Set(["link", "linkReference", "inlineCode", "code"]);

function cite(node: MarkdownNode, near: string): void {
  if (!node.children || closed.has(node.type)) return;
  const words = node.type === "paragraph" || node.type === "tableCell" ? plain(node) : near;
  node.children = node.children.flatMap((child) => {
    if (child.type !== "text" || child.value === undefined) {
      cite(child, words);
      return [child];
    }
    return citations(child.value).map(({ text, id }) =>
      id === null
        ? { type: "text", value: text }
        : { type: "link", url: citationHref(id, words), children: [{ type: "text", value: text }] },
    );
  });
}

/** The words of a paragraph, without its citations. */
function plain(node: MarkdownNode): string {
  if (node.value !== undefined) {
    return citations(node.value)
      .map(({ text, id }) => (id === null ? text : ""))
      .join("");
  }
  return (node.children ?? []).map(plain).join("");
}
