import { useState } from "react";
import { revokeApiKey } from "@/api/api-keys";
import type { ApiKey } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(revokeApiKey);
  const onConfirm = () =>
    mutate(apiKey.id, {
      onSuccess: () => {
        setAsking(false);
        toast(`${apiKey.name} was revoked.`);
      },
    });
  return (
    <>
      <Button variant="ghost" aria-label={`Revoke ${apiKey.name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Revoke ${apiKey.name}?`}
          action="Revoke key"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Programs that use this key are refused from now on. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
