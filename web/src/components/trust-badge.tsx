import type { Integrity } from "@/api/types";
import { Badge } from "@/components/ui/badge";

/** Text that came from outside may be written to deceive, and is marked wherever it stands. */
export function TrustBadge({ integrity }: { integrity: Integrity }) {
  if (integrity !== "untrusted") return null;
  return <Badge tone="warning">From outside</Badge>;
}
