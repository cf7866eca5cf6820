import type { Names } from "@/api/names";
import type { Me } from "@/api/types";

/** Whose memory a scope is, as a heading says it. */
export function scopeLabel(scope: string, names: Names, me: Me): string {
  const [kind, id = ""] = scope.split(":", 2);
  switch (kind) {
    case "org":
      return "The team's";
    case "contact":
      return names.contact(id) ?? "A contact";
    case "agent":
      return names.agent(id);
    default:
      return id === "" || id === me.member.id ? "Mine" : "A member's";
  }
}
