import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { alertsQuery, meQuery } from "@/api/me";
import { Page } from "@/components/page";
import { AlertSwitch } from "@/features/profile/alert-switch";
import { MailSwitch } from "@/features/profile/mail-switch";
import { NameForm } from "@/features/profile/name-form";
import { PasswordForm } from "@/features/profile/password-form";
import { TextSwitch } from "@/features/profile/text-switch";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/settings/profile")({
  head: () => titled("Profile", "Settings"),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(alertsQuery),
  component: Profile,
});

function Profile() {
  const me = useSuspenseQuery(meQuery).data;
  const alerts = useSuspenseQuery(alertsQuery).data;
  return (
    <Page title="Profile" description="Your name, how you sign in, and what you are told of.">
      <NameForm me={me} />
      <PasswordForm email={me.member.email ?? null} />
      <MailSwitch me={me} />
      <TextSwitch me={me} from={alerts.texts_from ?? undefined} />
      <AlertSwitch me={me} />
    </Page>
  );
}
