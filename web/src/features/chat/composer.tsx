import { ArrowUp, Square } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";

interface ComposerProps {
  label: string;
  /** What stands there to begin with. */
  draft?: string;
  onSend: (text: string) => void;
  /** Given while there is something to stop. */
  onStop?: (() => void) | undefined;
}

const longest = 20_000;

/** Where a message is written. It takes the focus where that does not open a keyboard on the screen. */
export function Composer({ label, draft = "", onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(draft);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    // After the heading, which takes the focus once the page is drawn.
    const frame = requestAnimationFrame(() => area.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const send = () => {
    if (text.trim() === "") return;
    onSend(text.trim());
    setText("");
    area.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a letter in some scripts.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={onSubmit}
      className="flex items-end gap-1.5 rounded-xl border border-line-strong/60 bg-raised p-1.5 shadow-raised focus-within:border-accent"
    >
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        aria-label={label}
        placeholder={label}
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 leading-relaxed outline-none placeholder:text-muted md:min-h-8"
      />
      {onStop && (
        <Button size="icon" aria-label="Stop" onClick={onStop}>
          <Square aria-hidden className="fill-current" />
        </Button>
      )}
      <Button type="submit" variant="primary" size="icon" aria-label="Send" disabled={text.trim() === ""}>
        <ArrowUp aria-hidden />
      </Button>
    </form>
  );
}
