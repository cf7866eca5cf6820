import { Written } from "@/components/written";
import { isMarkdown } from "@/lib/workspace-path";
import { isLaidOut, splitFrontMatter } from "./text.logic";

/** The text of a file: Markdown laid out, everything else as it stands. */
export function FileText({ path, text }: { path: string; text: string }) {
  if (text.trim() === "") return <p className="text-muted">This file is empty.</p>;
  if (!isMarkdown(path)) return <Plain text={text} />;
  if (!isLaidOut(text)) {
    return (
      <>
        <p className="text-muted">This file is long, so it is shown as it is written.</p>
        <Plain text={text} />
      </>
    );
  }
  const { about, body } = splitFrontMatter(text);
  return (
    <>
      {about !== "" && (
        <div className="rounded-md bg-sunken px-3 py-2 text-muted">
          <Plain text={about} />
        </div>
      )}
      <Written text={body} file={path} />
    </>
  );
}

export function Plain({ text }: { text: string }) {
  return (
    <pre
      dir="auto"
      className="font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      {text}
    </pre>
  );
}
