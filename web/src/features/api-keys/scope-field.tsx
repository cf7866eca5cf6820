import { useId } from "react";
import { ApiError } from "@/api/error";
import type { Scope } from "@/api/types";
import { scopesUpTo } from "./key-choices.logic";

const descriptions: Record<Scope, string> = {
  read: "See what you can see",
  write: "Also change and create",
  admin: "Also manage members, keys and settings",
};

interface ScopeFieldProps {
  /** The widest scope the caller can give: nobody can give away more than they have. */
  widest: Scope;
  failure: unknown;
}

/** One choice and not three boxes, because each scope includes the ones before it. */
export function ScopeField({ widest, failure }: ScopeFieldProps) {
  const id = useId();
  const error = failure instanceof ApiError && failure.field === "scopes" ? failure.message : null;
  return (
    <fieldset aria-describedby={error === null ? undefined : id} className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Scope</legend>
      {scopesUpTo(widest).map((scope) => (
        <label key={scope} className="flex items-center gap-2.5">
          <input
            type="radio"
            name="scope"
            value={scope}
            defaultChecked={scope === "read"}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="w-12 shrink-0 font-medium">{scope}</span>
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
