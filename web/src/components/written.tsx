import { lazy, Suspense } from "react";
import type { MarkdownProps } from "./markdown";

const Markdown = lazy(() => import("./markdown"));

/** What an agent or a person wrote. It can be read as it stands until the reader of Markdown is loaded. */
export function Written(props: MarkdownProps) {
  const plain = (
    <p dir="auto" className="leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
      {props.text}
    </p>
  );
  return (
    <Suspense fallback={plain}>
      <Markdown {...props} />
    </Suspense>
  );
}
