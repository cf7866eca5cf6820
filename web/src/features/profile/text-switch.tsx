import { updateProfile } from "@/api/me";
import type { Me } from "@/api/types";
import { Section } from "@/components/ui/section";
import { Switch } from "@/components/ui/switch";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";

const title = "Text when a person must look";

interface TextSwitchProps {
  me: Me;
  /** The number that texts come from, if there is one. */
  from: string | undefined;
}

export function TextSwitch({ me, from }: TextSwitchProps) {
  const { mutate, isPending } = useMutation(updateProfile);
  const why = whyNot(me, from);
  const onChange = (text_escalations: boolean) =>
    mutate(
      { text_escalations },
      {
        onSuccess: () => toast(text_escalations ? "You get texts." : "You get no texts."),
        onError: (error) => toastFailure(error.message),
      },
    );
  return (
    <Section
      title={title}
      description="For the same reasons as an email: at once at an emergency, and otherwise when it is day where your number is. The text has a link and does not say who wrote and what."
    >
      <div className="flex items-center gap-3">
        <Switch
          label={title}
          checked={me.member.text_escalations && !why}
          disabled={why !== undefined}
          pending={isPending}
          onChange={onChange}
        />
        <p className="max-w-prose text-muted">
          {why ?? `Texts go to ${me.member.phone}, from ${from}. Answer one with STOP to get no more.`}
        </p>
      </div>
    </Section>
  );
}

/** What is missing before anybody could be texted. */
function whyNot(me: Me, from: string | undefined): string | undefined {
  if (!from) {
    return "There is no number to text you from. An admin can add a line whose carrier is set up.";
  }
  if (!me.member.phone) {
    return "You have no phone number here. An admin can add one under Members.";
  }
}
