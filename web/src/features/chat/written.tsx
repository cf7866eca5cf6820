import { lazy, Suspense } from "react";

const Markdown = lazy(() => import("./markdown"));

/** What an agent wrote. It can be read as it stands until the reader of Markdown is loaded. */
export function Written({ text }: { text: string }) {
  const plain = <p className="leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>;
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  );
}
