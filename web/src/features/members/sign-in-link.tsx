import { createSignInLink } from "@/api/members";
import type { Member } from "@/api/types";
import { CopyField } from "@/components/copy-field";
import { DateTime } from "@/components/date-time";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useMutation } from "@/lib/mutation";

interface SignInLinkProps {
  name: string;
  link: { data: { url: string; expires_at: string } | undefined; error: Error | null; isPending: boolean };
  onCreate: () => void;
}

/** A one-time link once it exists, the way there while it does not. */
export function SignInLink({ name, link, onCreate }: SignInLinkProps) {
  if (link.data) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-muted">
          Send this link to {name}. It works once and expires <DateTime value={link.data.expires_at} />.
          Whoever has it can sign in as {name}.
        </p>
        <CopyField label="Sign-in link" value={link.data.url} />
      </div>
    );
  }
  if (link.isPending) return <Skeleton className="h-24 rounded-md" />;
  return (
    <div className="flex flex-col items-start gap-3">
      <FormError failure={link.error} fields={[]} />
      <Button onClick={onCreate}>Create sign-in link</Button>
    </div>
  );
}

export function SignInLinkSection({ member }: { member: Member }) {
  const link = useMutation(createSignInLink);
  return (
    <Section title="Sign-in link" description={`Lets ${member.name} sign in once without a password.`}>
      <SignInLink name={member.name} link={link} onCreate={() => link.mutate(member.id)} />
    </Section>
  );
}
