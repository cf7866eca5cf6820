import type { Account } from "@/api/types";
import { WorkspaceLink } from "./workspace-link";

/** Where the files of an account do not fit each other any more, before anything that they say is believed. */
export function BrokenNotice({ verified }: Pick<Account, "verified">) {
  const { break: broken } = verified;
  if (!broken) return null;
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-4 py-3 [overflow-wrap:anywhere]">
      <p className="font-medium text-danger">
        {broken.path} was changed by hand. Line {broken.line}: {broken.what}
      </p>
      <p>
        Nothing of this account is changed until it is put right.{" "}
        <WorkspaceLink path={broken.path} lines={[broken.line, broken.line]}>
          Open the file and its versions
        </WorkspaceLink>
      </p>
    </div>
  );
}
