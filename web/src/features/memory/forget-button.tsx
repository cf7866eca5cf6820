import { Eraser } from "lucide-react";
import { useState } from "react";
import { forgetPassage } from "@/api/memory";
import type { Hit, Passage } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { focusHeading } from "@/lib/focus";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { forgetWords } from "./source.logic";

interface ForgetButtonProps {
  passage: Passage;
  kind: Hit["source"]["kind"];
}

export function ForgetButton({ passage, kind }: ForgetButtonProps) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(forgetPassage(passage.id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast("It was forgotten.");
        focusHeading();
      },
    });
  return (
    <>
      <Button
        variant="ghost"
        className="-my-1.5 -mr-2"
        aria-label={`Forget “${beginning(passage.text)}”`}
        onClick={() => setAsking(true)}
      >
        <Eraser aria-hidden /> <span className="max-sm:hidden">Forget</span>
      </Button>
      {asking && (
        <ConfirmDialog
          title="Forget this?"
          action="Forget"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          <blockquote
            dir="auto"
            className="mb-3 line-clamp-4 border-l-2 border-line pl-3 whitespace-pre-wrap text-text [overflow-wrap:anywhere]"
          >
            {passage.text}
          </blockquote>
          {forgetWords(kind)}: the text, its place in the index, and summaries that took it in. It cannot be
          brought back.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Enough of a text to tell which one is meant. */
function beginning(text: string): string {
  const words = text.trim().split(/\s+/).slice(0, 8).join(" ");
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
}
