import { ArrowUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

interface MessageBoxProps {
  label: string;
  text: string;
  maxLength: number;
  onChange: (text: string) => void;
  onSend: () => void;
  pending?: boolean;
  disabled?: boolean;
  describedBy?: string;
  area?: RefObject<HTMLTextAreaElement | null>;
  /** What stands before the button that sends. */
  children?: ReactNode;
}

/** Where a message is written. It takes the focus where that does not open a keyboard on the screen. */
export function MessageBox({ label, text, maxLength, onChange, onSend, ...props }: MessageBoxProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const area = props.area ?? own;
  useEffect(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    // After the heading, which takes the focus once the page is drawn.
    const frame = requestAnimationFrame(() => area.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [area]);
  const empty = text.trim() === "";
  const send = () => {
    if (empty || props.pending || props.disabled) return;
    onSend();
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
      className="flex items-end gap-1.5 rounded-xl border border-line-strong/60 bg-raised p-1.5 shadow-raised focus-within:border-accent has-[textarea:disabled]:bg-sunken"
    >
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        aria-label={label}
        aria-describedby={props.describedBy}
        placeholder={label}
        maxLength={maxLength}
        disabled={props.disabled}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 leading-relaxed outline-none placeholder:text-muted disabled:cursor-not-allowed md:min-h-8"
      />
      {props.children}
      <Button
        type="submit"
        variant="primary"
        size="icon"
        aria-label="Send"
        pending={props.pending ?? false}
        disabled={empty || props.disabled}
      >
        <ArrowUp aria-hidden />
      </Button>
    </form>
  );
}
