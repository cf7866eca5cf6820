import { updateOrg } from "@/api/org";
import type { Org } from "@/api/types";
import { SettingForm } from "@/components/setting-form";
import { Section } from "@/components/ui/section";
import { formatDate } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function OrganisationForm({ org, editable }: { org: Org; editable: boolean }) {
  const mutation = useMutation(updateOrg);
  return (
    <Section
      title="Name"
      description={`The team's name, as everyone sees it. Created ${formatDate(org.created_at)}.`}
    >
      {editable ? (
        <SettingForm
          label="Organisation name"
          name="name"
          value={org.name}
          autoComplete="organization"
          pending={mutation.isPending}
          failure={mutation.error}
          onSave={(name) =>
            mutation.mutate({ name }, { onSuccess: () => toast("The organisation's name was saved.") })
          }
        />
      ) : (
        <p className="font-medium">{org.name}</p>
      )}
    </Section>
  );
}
