import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Written } from "./written";

const longest = 600;
const mostLines = 12;

interface FoldedProps {
  text: string;
  code?: boolean;
  /** Whether it is laid out as Markdown. */
  markdown?: boolean;
  /** The same text with something marked in it. */
  children?: ReactNode;
}

/** Text as it is, line breaks included; what is long shows its beginning until somebody asks for the rest. */
export function Folded({ text, code = false, markdown = false, children }: FoldedProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const long = text.length > longest || text.split("\n").length > mostLines;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div
        id={id}
        dir={code || markdown ? undefined : "auto"}
        className={clsx(
          "w-full min-w-0 [overflow-wrap:anywhere]",
          !markdown && "whitespace-pre-wrap",
          code && "rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-relaxed",
          long && !open && "max-h-40 overflow-hidden mask-b-from-60%",
        )}
      >
        {children ?? (markdown ? <Written text={text} /> : text)}
      </div>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="cursor-pointer rounded-sm text-[0.8125rem] font-medium text-accent-text hover:underline"
        >
          {open ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}
