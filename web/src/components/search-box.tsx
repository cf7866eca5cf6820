import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";

const pause = 200;

interface SearchBoxProps {
  label: string;
  query: string;
  onSearch: (query: string) => void;
  className?: string;
}

/** Searches once the typing pauses, so that a word is one request and not one per letter. */
export function SearchBox({ label, query, onSearch, className }: SearchBoxProps) {
  const [text, setText] = useState(query);
  useEffect(() => {
    if (text.trim() === query) return;
    const timer = setTimeout(() => onSearch(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, query, onSearch]);
  return (
    <form
      className={clsx("relative", className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={1_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="h-9 w-full rounded-md border border-line-strong/60 bg-raised pr-2.5 pl-8.5 transition-colors placeholder:text-muted hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0"
      />
    </form>
  );
}
