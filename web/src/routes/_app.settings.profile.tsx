import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { meQuery } from "@/api/me";
import { Page } from "@/components/page";
import { MailSwitch } from "@/features/profile/mail-switch";
import { NameForm } from "@/features/profile/name-form";
import { PasswordForm } from "@/features/profile/password-form";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/settings/profile")({
  head: () => titled("Profile", "Settings"),
  component: Profile,
});

function Profile() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <Page title="Profile" description="Your name, how you sign in, and what you are told of.">
      <NameForm me={me} />
      <PasswordForm email={me.member.email ?? null} />
      <MailSwitch me={me} />
    </Page>
  );
}
