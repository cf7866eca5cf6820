import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { accountsQuery } from "@/api/accounts";
import type { AccountRow } from "@/api/types";
import { Fact, Facts } from "@/components/facts";
import { Meter } from "@/components/meter";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { formatCount, formatDay, formatShare, plural } from "@/lib/format";
import { NoAccounts } from "./no-accounts";
import { isOverdue, type Pipeline, pipelineOf, type Stage } from "./pipeline.logic";
import { ProblemList } from "./problem-list";
import { formatMoney } from "./values.logic";

/** All accounts by stage, with what they are worth. */
export function PipelineBoard() {
  const { accounts, problems } = useSuspenseQuery(accountsQuery).data;
  const [filter, setFilter] = useState("");
  const pipeline = pipelineOf(accounts, useDeferredValue(filter));
  return (
    <>
      <ProblemList problems={problems} />
      {accounts.length === 0 ? (
        <NoAccounts />
      ) : (
        <>
          <Totals pipeline={pipeline} />
          <SearchBox label="Filter accounts" query={filter} onSearch={setFilter} className="max-w-md" />
          {pipeline.accounts === 0 && <p className="text-muted">No account fits.</p>}
          <StageLinks stages={pipeline.stages} />
          <div className="-mx-4 flex gap-4 px-4 max-md:flex-col md:-mx-8 md:overflow-x-auto md:px-8 md:pb-4">
            {pipeline.stages.map((stage, index) => (
              <StageColumn key={stage.name} stage={stage} anchor={anchorOf(index)} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

function Totals({ pipeline: { accounts, premium, lost, unpriced, stages } }: { pipeline: Pipeline }) {
  return (
    <Facts>
      <Fact label="Accounts">{formatCount(accounts)}</Fact>
      <Fact label="Premium">{formatMoney(premium)}</Fact>
      {lost > 0 && <Fact label="Lost premium">{formatMoney(lost)}</Fact>}
      <Fact label="Stages">{formatCount(stages.length)}</Fact>
      <Fact label="Without a premium">{formatCount(unpriced)}</Fact>
    </Facts>
  );
}

/** On a phone the stages stand below each other: whoever wants a later one need not pass all the others. */
function StageLinks({ stages }: Pick<Pipeline, "stages">) {
  if (stages.length < 2) return null;
  return (
    <nav aria-label="Stages" className="md:hidden">
      <ul className="flex flex-wrap gap-2">
        {stages.map(({ name, accounts }, index) => (
          <li key={name}>
            <a
              href={`#${anchorOf(index)}`}
              className="flex h-9 items-center gap-1.5 rounded-md border border-line bg-raised px-2.5 hover:bg-hover"
            >
              {name} <span className="text-muted tabular-nums">{formatCount(accounts.length)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const anchorOf = (index: number) => `stage-${index + 1}`;

/** So many cards of a stage are shown at a time. */
const pace = 50;

function StageColumn({ stage, anchor }: { stage: Stage; anchor: string }) {
  const id = useId();
  const [most, setMost] = useState(pace);
  const hidden = stage.accounts.length - most;
  return (
    <section id={anchor} aria-labelledby={id} className="flex shrink-0 scroll-mt-16 flex-col gap-2 md:w-64">
      <div className="flex flex-col gap-1.5 px-1">
        <div className="flex items-baseline justify-between gap-2">
          <h2 id={id} className="font-semibold">
            {stage.name}
          </h2>
          <span className="text-[0.8125rem] text-muted tabular-nums">
            {plural(stage.accounts.length, "account")}
          </span>
        </div>
        <p className="flex justify-between gap-2 text-[0.8125rem] text-muted tabular-nums">
          <span>{formatMoney(stage.premium)}</span>
          {stage.share !== null && <span>{formatShare(stage.share)}</span>}
        </p>
        {stage.share !== null && <Meter share={stage.share} />}
      </div>
      <ul className="flex flex-col gap-2">
        {stage.accounts.slice(0, most).map((account) => (
          <AccountCard key={account.id} account={account} />
        ))}
      </ul>
      {hidden > 0 && <Button onClick={() => setMost(most + pace)}>Show {Math.min(hidden, pace)} more</Button>}
    </section>
  );
}

function AccountCard({ account }: { account: AccountRow }) {
  const { location, industry, carrier } = account;
  const about = [industry, location && [location.city, location.state].filter(Boolean).join(", "), carrier];
  return (
    <li className="relative flex flex-col gap-1 rounded-lg border border-line bg-raised px-3 py-2.5 shadow-raised transition-colors hover:bg-hover">
      <Link
        to="/accounts/$accountId"
        params={{ accountId: account.id }}
        className="rounded-sm font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
      >
        {account.name}
      </Link>
      <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
        {about.filter(Boolean).join(" · ")}
      </p>
      <p className="flex flex-wrap justify-between gap-x-2 text-[0.8125rem] tabular-nums">
        <span className="font-medium">{account.premium ?? "No premium"}</span>
        <When account={account} />
      </p>
    </li>
  );
}

function When({ account: { follow_up_date, renewal_date } }: { account: AccountRow }): ReactNode {
  if (follow_up_date && isOverdue(follow_up_date, new Date()))
    return <span className="text-warning-text">follow-up was due {formatDay(follow_up_date)}</span>;
  if (follow_up_date) return <span className="text-muted">follow-up {formatDay(follow_up_date)}</span>;
  return renewal_date && <span className="text-muted">renews {formatDay(renewal_date)}</span>;
}
