import { createFileRoute } from "@tanstack/react-router";
import { contactsQuery } from "@/api/contacts";
import { linesQuery } from "@/api/lines";
import { phoneQuery } from "@/api/phone";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { PhoneView } from "@/features/phone/phone-view";
import { titled } from "@/lib/title";

const frame = {
  title: "Phone",
  description:
    "A phone on the screen, to try texts out. Nothing leaves Steward: what is sent to this phone arrives here alone.",
};

export const Route = createFileRoute("/_app/phone")({
  head: () => titled("Phone"),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(phoneQuery),
      queryClient.ensureInfiniteQueryData(linesQuery),
      queryClient.ensureInfiniteQueryData(contactsQuery("")),
    ]),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: PhonePage,
});

function PhonePage() {
  return (
    <Page {...frame}>
      <PhoneView />
    </Page>
  );
}
