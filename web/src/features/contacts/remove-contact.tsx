import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteContact, forgetContact } from "@/api/contacts";
import type { Contact } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { contactName } from "@/lib/contact-name";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function ForgetContact({ contact }: { contact: Contact }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(forgetContact(contact.id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast("The contact was forgotten.");
      },
    });
  return (
    <Section
      title="Forget contact"
      description="Destroys the key that everything private about this person is encrypted under. The entry stays, unreadable to everyone."
    >
      <Button variant="danger-quiet" className="self-start" onClick={() => setAsking(true)}>
        Forget contact
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Forget ${contactName(contact)}?`}
          action="Forget contact"
          typed={contactName(contact)}
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Their name, identifiers and content can never be read again, by anyone. This cannot be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}

export function DeleteContact({ contact }: { contact: Contact }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(deleteContact(contact.id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast("The contact was deleted.");
        navigate({ to: "/settings/contacts" });
      },
    });
  return (
    <Section
      title="Delete contact"
      description="Removes the entry and what belongs to it. This cannot be undone."
    >
      <Button variant="danger-quiet" className="self-start" onClick={() => setAsking(true)}>
        Delete contact
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${contactName(contact)}?`}
          action="Delete contact"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          The entry and what belongs to it are removed. This cannot be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}
