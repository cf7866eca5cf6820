import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { FormError } from "@/components/ui/field";

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  action: string;
  /** The names of the fields below, whose failures are shown at the field. */
  fields: readonly string[];
  pending: boolean;
  failure: unknown;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  return (
    <Dialog title={props.title} description={props.description} onClose={props.onClose}>
      <form className="flex flex-col gap-4" onSubmit={props.onSubmit}>
        {props.children}
        <FormError failure={props.failure} fields={props.fields} />
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={props.pending}>
            {props.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
