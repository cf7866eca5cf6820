import { createFileRoute, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { contactsQuery } from "@/api/contacts";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { SearchBox } from "@/components/search-box";
import { ContactList } from "@/features/contacts/contact-list";
import { CreateContactButton } from "@/features/contacts/create-contact-button";
import { titled } from "@/lib/title";

const frame = { title: "Contacts", description: "People outside the team whom Steward knows." };

export const Route = createFileRoute("/_app/settings/contacts/")({
  validateSearch: (search: Record<string, unknown>): { query?: string } =>
    search.query === undefined ? {} : { query: String(search.query) },
  head: () => titled("Contacts", "Settings"),
  // The loader does not depend on the search: a new search must not replace the page that is being typed into.
  loader: ({ context, location }) =>
    context.queryClient.ensureInfiniteQueryData(contactsQuery(queryOf(location.search))),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Contacts,
});

function Contacts() {
  const query = queryOf(Route.useSearch());
  const navigate = useNavigate({ from: Route.fullPath });
  const router = useRouter();
  const onSearch = useCallback(
    (text: string) => {
      // Whoever follows a link while the search still waits for a pause in the typing wants the link.
      if (router.latestLocation.pathname !== "/settings/contacts") return;
      void navigate({ to: "/settings/contacts", search: text === "" ? {} : { query: text }, replace: true });
    },
    [navigate, router],
  );
  return (
    <Page {...frame} actions={<CreateContactButton />}>
      <SearchBox label="Search contacts" query={query} onSearch={onSearch} className="max-w-sm" />
      <ContactList query={query} />
    </Page>
  );
}

function queryOf(search: { query?: string }): string {
  return search.query ?? "";
}
