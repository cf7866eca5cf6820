import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery } from "@/api/accounts";
import { ApiError } from "@/api/error";
import type { Account } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Written } from "@/components/written";
import { formatDay } from "@/lib/format";
import { BrokenNotice } from "./broken-notice";
import { FileDialog } from "./file-dialog";
import { untilDay } from "./history.logic";
import { HistoryChain } from "./history-chain";
import type { Opened } from "./opened";
import { ProposalList } from "./proposal-list";
import { SourceList } from "./source-list";
import { StateList } from "./state-list";

/** An account as it is or was, how it came about, and what that rests on. */
export function AccountView({ account }: { account: Account }) {
  const [day, setDay] = useState("");
  const [opened, setOpened] = useState<Opened | null>(null);
  const past = useQuery({
    ...accountQuery(account.id, day),
    enabled: day !== "",
    placeholderData: keepPreviousData,
  });
  const shown = day === "" ? account : (past.data ?? account);
  const { history, sources } = untilDay(shown);
  return (
    <div className="flex flex-col gap-6">
      <AsOf day={day} onDay={setDay} />
      {day !== "" && isMissing(past.error) ? (
        <p role="status" className="text-muted">
          There was no such account yet on {formatDay(day)}.
        </p>
      ) : day !== "" && past.error ? (
        <InlineError error={past.error} onRetry={() => void past.refetch()} />
      ) : (
        <>
          <BrokenNotice verified={shown.verified} />
          {day === "" && <ProposalList accountId={account.id} onOpen={setOpened} />}
          <Section title="State" description={shown.as_of ? `As of ${formatDay(shown.as_of)}.` : undefined}>
            <StateList state={shown.state} />
          </Section>
          {shown.text.trim() !== "" && (
            <Section title="Notes in the file">
              <Written text={shown.text} />
            </Section>
          )}
          <Section title="History">
            {shown.verified.ok && (
              <p>
                <Badge tone="accent">Verified: the state is what the history adds up to</Badge>
              </p>
            )}
            <HistoryChain detail={{ history, verified: shown.verified }} onOpen={setOpened} />
          </Section>
          <Section title="Sources">
            <SourceList sources={sources} onOpen={setOpened} />
          </Section>
        </>
      )}
      {opened && <FileDialog opened={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** An account that is here now, and was not there on that day. */
function isMissing(error: unknown) {
  return error instanceof ApiError && error.status === 404;
}

function AsOf({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextField
        name="as_of"
        type="date"
        label="As of"
        hint="How it stood at the end of a day."
        value={day}
        onChange={(event) => onDay(event.currentTarget.value)}
      />
      {day !== "" && (
        <Button size="field" className="mt-7" onClick={() => onDay("")}>
          Back to now
        </Button>
      )}
    </div>
  );
}
