import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { isAdmin, meQuery } from "@/api/me";
import { phoneQuery } from "@/api/phone";
import { pageGroups } from "./pages";

/** The pages that a member is shown: the phone on the screen only where there is one, to those who may write on it. */
export function usePageGroups(): typeof pageGroups {
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const phone = useQuery({ ...phoneQuery, enabled: admin }).data?.is_on;
  return pageGroups.map(({ label, pages }) => ({
    label,
    pages: pages.filter(({ to }) => to !== "/phone" || (admin && phone)),
  }));
}
