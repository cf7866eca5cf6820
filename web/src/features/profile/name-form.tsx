import { updateProfile } from "@/api/me";
import type { Me } from "@/api/types";
import { SettingForm } from "@/components/setting-form";
import { Section } from "@/components/ui/section";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function NameForm({ me }: { me: Me }) {
  const mutation = useMutation(updateProfile);
  return (
    <Section title="Display name" description="How the team and the agents call you.">
      <SettingForm
        label="Name"
        name="name"
        value={me.member.name}
        autoComplete="name"
        pending={mutation.isPending}
        failure={mutation.error}
        onSave={(name) => mutation.mutate({ name }, { onSuccess: () => toast("Your name was saved.") })}
      />
    </Section>
  );
}
