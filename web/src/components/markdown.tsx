import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check, Copy } from "lucide-react";
import {
  type ComponentProps,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Button } from "@/components/ui/button";
import { readCitationHref } from "@/lib/citation";
import { linesInHash, readFileHref } from "@/lib/file-reference";
import { linkedPath, looksLikeFile } from "@/lib/workspace-path";
import { FileReferenceLink } from "./file-reference-link";
import { remarkCitations } from "./remark-citations";
import { remarkFiles } from "./remark-files";

export interface MarkdownProps {
  text: string;
  /** The file of the workspace that it stands in: its links lead to other files from there. */
  file?: string | undefined;
}

/** In a file the names of others may be meant from where it lies, which only its own links tell. */
const pluginsOfFiles = [remarkGfm, remarkCitations];
const plugins = [...pluginsOfFiles, remarkFiles];

const FileContext = createContext<string | undefined>(undefined);

/** What an agent or a person wrote. Nothing in it is loaded from elsewhere, and none of it is taken as HTML. */
const Markdown = memo(function Markdown({ text, file }: MarkdownProps) {
  const id = useId();
  return (
    <FileContext value={file}>
      <div className="flex min-w-0 flex-col gap-3 leading-relaxed [overflow-wrap:anywhere]">
        <ReactMarkdown
          skipHtml
          remarkPlugins={file === undefined ? plugins : pluginsOfFiles}
          remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
          components={components}
        >
          {text}
        </ReactMarkdown>
      </div>
    </FileContext>
  );
});

export default Markdown;

/** The page has its own headings: an answer's begin below them. */
const components: Components = {
  h1: ({ children }) => (
    <h3 dir="auto" className="pt-1 text-base font-semibold tracking-tight">
      {children}
    </h3>
  ),
  h2: ({ children }) => (
    <h4 dir="auto" className="pt-1 text-[0.9375rem] font-semibold tracking-tight">
      {children}
    </h4>
  ),
  h3: ({ children }) => (
    <h5 dir="auto" className="font-semibold">
      {children}
    </h5>
  ),
  h4: ({ children }) => <SmallHeading className="font-semibold">{children}</SmallHeading>,
  h5: ({ children }) => <SmallHeading className="font-semibold text-muted">{children}</SmallHeading>,
  h6: ({ children }) => <SmallHeading className="font-semibold text-muted">{children}</SmallHeading>,
  // Not by an attribute: a list looks for its own direction in what has none.
  p: ({ children }) => <p className="[unicode-bidi:plaintext]">{children}</p>,
  a: ({ href = "", children }) => <Anchor href={href}>{children}</Anchor>,
  img: ({ src, alt }) => <Anchor href={typeof src === "string" ? src : ""}>{alt || "Image"}</Anchor>,
  ul: ({ children }) => (
    <ul dir="auto" className="flex list-disc flex-col gap-1 ps-5 marker:text-faint">
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start} className="flex list-decimal flex-col gap-1 ps-6 marker:text-muted">
      {children}
    </ol>
  ),
  li: ({ children, id, className }) => (
    <li
      id={id}
      className={clsx(
        "[&>ol]:mt-1 [&>p+*]:mt-2 [&>ul]:mt-1",
        className?.includes("task-list-item") && "-ms-5 list-none",
      )}
    >
      {children}
    </li>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      disabled
      aria-label={checked ? "Done" : "Open"}
      className="me-1.5 align-middle accent-accent"
    />
  ),
  blockquote: ({ children }) => (
    <blockquote dir="auto" className="flex flex-col gap-2 border-s-2 border-line ps-3 text-muted">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="border-line" />,
  code: ({ children, className }) => (
    <code className={clsx("rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.8125rem]", className)}>
      {children}
    </code>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <section
      aria-label="Table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
      tabIndex={0}
      className="max-w-full overflow-x-auto rounded-md border border-line"
    >
      {/* Words stay whole: what is too wide is scrolled. */}
      <table className="w-full text-start text-[0.8125rem] [overflow-wrap:normal]">{children}</table>
    </section>
  ),
  th: (cell) => (
    <th dir="auto" className={clsx("bg-sunken px-3 py-1.5 font-semibold", aligned(cell))}>
      {cell.children}
    </th>
  ),
  td: (cell) => (
    <td dir="auto" className={clsx("border-t border-line px-3 py-1.5 align-top", aligned(cell))}>
      {cell.children}
    </td>
  ),
};

/** Markdown aligns cells by inline style, which the content security policy is not to allow. */
function aligned({ style }: Pick<ComponentProps<"td">, "style">): string {
  if (style?.textAlign === "right") return "text-right";
  return style?.textAlign === "center" ? "text-center" : "text-start";
}

function SmallHeading({ className, children }: { className: string; children: ReactNode }) {
  return (
    <h6 dir="auto" className={className}>
      {children}
    </h6>
  );
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const style = "rounded-sm font-medium text-accent-text underline underline-offset-2";
  const file = useContext(FileContext);
  const linked = linkedPath(file ?? "", href);
  // Outside of a file only what looks like one is taken for one.
  const path = linked !== null && (file !== undefined || looksLikeFile(linked)) ? linked : null;
  if (href === "") return <span>{children}</span>;
  const cited = readCitationHref(href);
  if (cited) {
    return (
      <Link
        to="/memory/cited/$passageId"
        params={{ passageId: cited.id }}
        search={{ near: cited.near }}
        className={style}
      >
        {children}
      </Link>
    );
  }
  const named = readFileHref(href) ?? (path === null ? null : { path, ...linesInHash(href) });
  if (named) {
    return (
      <FileReferenceLink file={named} className={style}>
        {children}
      </FileReferenceLink>
    );
  }
  if (href.startsWith("#")) {
    return (
      <a href={href} className={style}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={style}>
      {children}
    </a>
  );
}

function CodeBlock({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(ref.current?.textContent ?? "").then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="relative min-w-0">
      <pre
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line bg-sunken py-2.5 pr-12 pl-3 leading-normal [&_code]:bg-transparent [&_code]:p-0 [&_code]:[overflow-wrap:normal]"
      >
        {children}
      </pre>
      <Button
        variant="ghost"
        size="icon"
        className="absolute! top-1 right-1"
        aria-label={copied ? "Copied" : "Copy code"}
        onClick={copy}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
    </div>
  );
}
