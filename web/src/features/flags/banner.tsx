import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { OctagonX } from "lucide-react";
import { flagsQuery } from "@/api/flags";

/** Says on every page that agents are off: nobody should wait for an answer that does not come. */
export default function Banner() {
  const { data } = useQuery(flagsQuery);
  const agents = data?.items.find((flag) => flag.name === "agents");
  return (
    <div role="status">
      {agents?.enabled === false && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-danger-soft px-4 py-2 font-medium text-danger md:rounded-t-xl md:px-8">
          <OctagonX aria-hidden className="size-4 shrink-0" />
          Agents are switched off. What comes in is kept and waits.
          <Link to="/settings/flags" className="underline">
            Switches
          </Link>
        </p>
      )}
    </div>
  );
}
