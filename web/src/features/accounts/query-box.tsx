import { ArrowUp, Square } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect } from "react";
import { Button } from "@/components/ui/button";

interface QueryBoxProps {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  running: boolean;
  onText: (text: string) => void;
  onAsk: () => void;
  onStop: () => void;
}

export const longestQuery = 4_000;

/** Where a question is written. It takes the focus where that does not open a keyboard on the screen. */
export function QueryBox({ area, text, running, onText, onAsk, onStop }: QueryBoxProps) {
  useEffect(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    // After the heading, which takes the focus once the page is drawn.
    const frame = requestAnimationFrame(() => area.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [area]);
  const ask = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!running && text.trim() !== "") onAsk();
  };
  return (
    <form
      onSubmit={ask}
      className="flex items-end gap-1.5 rounded-xl border border-line-strong/60 bg-raised p-1.5 shadow-raised focus-within:border-accent"
    >
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        aria-label="Ask about accounts, or tell what changed"
        placeholder="Ask about accounts, or tell what changed"
        maxLength={longestQuery}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter also ends the composition of a letter in some scripts.
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) ask(event);
        }}
        className="field-sizing-content max-h-60 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 leading-relaxed outline-none placeholder:text-muted md:min-h-8"
      />
      {running ? (
        <Button size="icon" aria-label="Stop" onClick={onStop}>
          <Square aria-hidden className="fill-current" />
        </Button>
      ) : (
        <Button type="submit" variant="primary" size="icon" aria-label="Ask" disabled={text.trim() === ""}>
          <ArrowUp aria-hidden />
        </Button>
      )}
    </form>
  );
}
