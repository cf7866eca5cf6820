import { useId } from "react";
import { ApiError } from "@/api/error";
import type { Scope } from "@/api/types";

const descriptions: Record<Scope, string> = {
  read: "See everything you can see",
  write: "Change and create",
  admin: "Manage members, keys and settings",
};

/** The scopes to choose from are the caller's own: nobody can give away more than they have. */
export function ScopeField({ scopes, failure }: { scopes: readonly Scope[]; failure: unknown }) {
  const id = useId();
  const error = failure instanceof ApiError && failure.field === "scopes" ? failure.message : null;
  return (
    <fieldset aria-describedby={error === null ? undefined : id} className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Scopes</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            name="scopes"
            value={scope}
            defaultChecked={scope === "read"}
            className="size-4 accent-accent"
          />
          <span className="w-14 font-medium">{scope}</span>
          <span className="text-muted">{descriptions[scope]}</span>
        </label>
      ))}
      {error !== null && (
        <p id={id} role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
