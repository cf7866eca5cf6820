import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { apiKeysQuery } from "@/api/api-keys";
import { isAdmin } from "@/api/me";
import type { ApiKey, Me } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { RevokeButton } from "./revoke-button";

export function KeyList({ me }: { me: Me }) {
  const list = useSuspenseInfiniteQuery(apiKeysQuery);
  const keys = list.data.pages.flatMap((page) => page.items);
  if (keys.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="No API keys">
        <p>
          A key lets a program act as you, within the scope you give it. The keys of the team appear here.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <List label="API keys">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} me={me} />
        ))}
      </List>
      <LoadMore {...list} />
    </>
  );
}

function KeyRow({ apiKey, me }: { apiKey: ApiKey; me: Me }) {
  const own = apiKey.member_id === me.member.id;
  const status = statusOf(apiKey, new Date());
  return (
    <ListRow
      title={
        <>
          {apiKey.name}
          {apiKey.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {own && <Badge tone="accent">Yours</Badge>}
          {status !== "active" && <Badge tone="warning">{status}</Badge>}
        </>
      }
      detail={
        <>
          <code className="font-mono text-xs">{apiKey.prefix}…</code> · created{" "}
          <DateTime value={apiKey.created_at} />
          {apiKey.expires_at && status === "active" && (
            <>
              {" "}
              · expires <DateTime value={apiKey.expires_at} />
            </>
          )}
        </>
      }
      meta={
        apiKey.last_used_at ? (
          <>
            Used <DateTime value={apiKey.last_used_at} />
          </>
        ) : (
          "Never used"
        )
      }
      actions={status === "active" && (own || isAdmin(me)) && <RevokeButton apiKey={apiKey} />}
    />
  );
}

function statusOf(key: ApiKey, now: Date): "active" | "expired" | "revoked" {
  if (key.revoked_at) return "revoked";
  return key.expires_at && new Date(key.expires_at) <= now ? "expired" : "active";
}
