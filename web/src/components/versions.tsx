import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Integrity } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { LoadMore } from "@/components/load-more";
import { TrustBadge } from "@/components/trust-badge";
import { Badge } from "@/components/ui/badge";

interface Version {
  no: number;
  at: string;
  by: string;
  integrity: Integrity;
  /** What became of it, where that is not a change like any other. */
  note?: string | undefined;
}

interface VersionsProps {
  versions: readonly Version[];
  /** The number of the version that is the present one, if one is. */
  present: number | null;
  chosen: number | undefined;
  linkTo: (no: number) => Pick<LinkProps, "to" | "params" | "search">;
  list: Parameters<typeof LoadMore>[0];
  /** What is shown of the chosen one. */
  children: ReactNode;
}

/** Every version of something, newest first, and beside them what is to be seen of the chosen one. */
export function Versions({ versions, present, chosen, linkTo, list, children }: VersionsProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-3">
        <nav aria-label="Versions">
          <ol className="flex max-h-96 flex-col overflow-y-auto rounded-lg border border-line bg-raised lg:max-h-[70dvh]">
            {versions.map((version) => (
              <VersionRow
                key={version.no}
                version={version}
                present={version.no === present}
                current={version.no === chosen}
                link={linkTo(version.no)}
              />
            ))}
          </ol>
        </nav>
        <LoadMore {...list} />
      </div>
      {children}
    </div>
  );
}

interface VersionRowProps {
  version: Version;
  present: boolean;
  current: boolean;
  link: Pick<LinkProps, "to" | "params" | "search">;
}

function VersionRow({ version, present, current, link }: VersionRowProps) {
  return (
    <li className="border-line not-first:border-t">
      <Link
        {...link}
        replace
        aria-current={current ? "true" : undefined}
        className="flex flex-col gap-0.5 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 [&[aria-current]]:bg-selected"
      >
        <span className="flex flex-wrap items-center gap-2 font-medium">
          Version {version.no}
          {present && <Badge tone="accent">Present</Badge>}
          {version.note && <Badge>{version.note}</Badge>}
          <TrustBadge integrity={version.integrity} />
        </span>
        <span className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          {version.by}, <DateTime value={version.at} />
        </span>
      </Link>
    </li>
  );
}
