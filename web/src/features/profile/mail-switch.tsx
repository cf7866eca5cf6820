import { updateProfile } from "@/api/me";
import type { Me } from "@/api/types";
import { Section } from "@/components/ui/section";
import { Switch } from "@/components/ui/switch";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";

const title = "Email when a person must look";

export function MailSwitch({ me }: { me: Me }) {
  const { mutate, isPending } = useMutation(updateProfile);
  const why = whyNot(me);
  const onChange = (mail_escalations: boolean) =>
    mutate(
      { mail_escalations },
      {
        onSuccess: () => toast(mail_escalations ? "You get emails." : "You get no emails."),
        onError: (error) => toastFailure(error.message),
      },
    );
  return (
    <Section
      title={title}
      description="At an emergency, a text for a person, or an agent that asks for one. The email has a link and does not say who wrote and what."
    >
      <div className="flex items-center gap-3">
        <Switch
          label={title}
          checked={me.member.mail_escalations && !why}
          disabled={why !== undefined}
          pending={isPending}
          onChange={onChange}
        />
        <p className="max-w-prose text-muted">{why ?? `Emails go to ${me.member.email}.`}</p>
      </div>
    </Section>
  );
}

/** What is missing before anybody could be mailed. */
function whyNot(me: Me): string | undefined {
  if (!me.sends_mail) {
    return "This server sends no emails. Whoever runs it can set up [mail] in its configuration.";
  }
  if (!me.member.email) {
    return "You have no email address here. An admin can add one under Members.";
  }
}
