import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { membersQuery } from "@/api/members";
import { DateTime } from "@/components/date-time";
import { LoadMore } from "@/components/load-more";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { RoleBadge } from "./roles";

export function MemberList({ ownId }: { ownId: string }) {
  const members = useSuspenseInfiniteQuery(membersQuery);
  return (
    <>
      <List label="Members">
        {members.data.pages
          .flatMap((page) => page.items)
          .map((member) => (
            <ListRow
              key={member.id}
              className="transition-colors hover:bg-hover"
              icon={<Avatar name={member.name} />}
              title={
                <>
                  <Link
                    to="/settings/members/$memberId"
                    params={{ memberId: member.id }}
                    className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                  >
                    {member.name}
                  </Link>
                  <RoleBadge role={member.role} />
                  {member.id === ownId && <Badge>You</Badge>}
                </>
              }
              detail={
                member.identifiers.map((identifier) => identifier.value).join(" · ") || "No identifiers"
              }
              meta={
                <>
                  Joined <DateTime value={member.created_at} />
                </>
              }
              actions={<ChevronRight aria-hidden className="size-4 text-faint" />}
            />
          ))}
      </List>
      <LoadMore {...members} />
    </>
  );
}
