import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { contactQuery } from "@/api/contacts";
import { isAdmin, meQuery } from "@/api/me";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { ConsentLog } from "@/features/contacts/consent-log";
import { ContactDetails } from "@/features/contacts/contact-details";
import { DeleteContact, ForgetContact } from "@/features/contacts/remove-contact";
import { contactName } from "@/lib/contact-name";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/settings/contacts/$contactId")({
  // Fetched anew each time, so that a contact who is gone is not shown from the cache.
  loader: ({ context, params }) => context.queryClient.fetchQuery(contactQuery(params.contactId)),
  head: ({ loaderData }) => titled(loaderData ? contactName(loaderData) : "Contact", "Contacts", "Settings"),
  pendingComponent: () => <ListSkeleton title="Contact" />,
  component: ContactPage,
});

function ContactPage() {
  const { contactId } = Route.useParams();
  const me = useSuspenseQuery(meQuery).data;
  const contact = useSuspenseQuery(contactQuery(contactId)).data;
  return (
    <Page
      title={contactName(contact)}
      back={<BackLink to="/settings/contacts">Contacts</BackLink>}
      actions={
        !contact.forgotten && (
          <Link to="/memory/blocks" search={{ scope: `contact:${contactId}` }} className={buttonStyle()}>
            Memory
          </Link>
        )
      }
    >
      {contact.forgotten ? (
        <p className="text-muted">
          What was known of this person was forgotten, and can never be read again.
        </p>
      ) : (
        <>
          <ContactDetails contact={contact} />
          <ConsentLog contact={contact} admin={isAdmin(me)} />
        </>
      )}
      {isAdmin(me) && !contact.forgotten && <ForgetContact contact={contact} />}
      {isAdmin(me) && <DeleteContact contact={contact} />}
    </Page>
  );
}
