import { Square } from "lucide-react";
import { useState } from "react";
import { MessageBox } from "@/components/message-box";
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

export function Composer({ label, draft = "", onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(draft);
  const send = () => {
    onSend(text.trim());
    setText("");
  };
  return (
    <MessageBox {...{ label, text }} maxLength={longest} onChange={setText} onSend={send}>
      {onStop && (
        <Button size="icon" aria-label="Stop" onClick={onStop}>
          <Square aria-hidden className="fill-current" />
        </Button>
      )}
    </MessageBox>
  );
}
