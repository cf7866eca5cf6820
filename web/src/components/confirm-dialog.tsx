import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { FormError, TextField } from "@/components/ui/field";

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  action: string;
  /** When given, this text must be typed first: for what cannot be undone. */
  typed?: string;
  pending: boolean;
  failure: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const ready = props.typed === undefined || text.trim() === props.typed.trim();
  return (
    <Dialog title={props.title} description={props.children} onClose={props.onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !props.pending) props.onConfirm();
        }}
      >
        {props.typed !== undefined && (
          <TextField
            name="confirmation"
            label={`Type “${props.typed}” to confirm`}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <FormError failure={props.failure} fields={[]} />
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={!ready} pending={props.pending}>
            {props.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
