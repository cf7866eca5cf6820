import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";

/** A secret or address to carry elsewhere: readable, selectable, and copied with one button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="h-9 min-w-0 flex-1 rounded-md border border-line bg-sunken px-2.5 font-mono text-[0.8125rem] focus-visible:outline-offset-0"
        />
        <Button size="field" onClick={copy}>
          {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy
        </Button>
      </div>
      <p role="status" className="min-h-5 text-[0.8125rem] text-muted">
        {state === "copied" && "Copied."}
        {state === "refused" && "The browser did not allow copying. Select the text and copy it yourself."}
      </p>
    </div>
  );
}
