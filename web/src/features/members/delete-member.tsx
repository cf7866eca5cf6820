import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteMember } from "@/api/members";
import type { Member } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function DeleteMember({ member }: { member: Member }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(deleteMember(member.id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast(`${member.name} was deleted.`);
        navigate({ to: "/settings/members" });
      },
    });
  return (
    <Section
      title="Delete member"
      description={`Ends ${member.name}'s sessions and keys and deletes what is theirs. This cannot be undone.`}
    >
      <Button variant="danger-quiet" className="self-start" onClick={() => setAsking(true)}>
        Delete {member.name}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${member.name}?`}
          action="Delete member"
          typed={member.name}
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Their sessions, keys, threads and memory are deleted. This cannot be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}
