import type { Role } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { SelectField } from "@/components/ui/field";

const descriptions: Record<Role, string> = {
  owner: "Owner: also manages owners",
  admin: "Admin: manages the team",
  member: "Member: works with the agents",
};

/** Only an owner makes owners. */
function assignable(by: Role): Role[] {
  return by === "owner" ? ["member", "admin", "owner"] : ["member", "admin"];
}

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge tone={role === "member" ? "neutral" : "accent"}>
      <span className="capitalize">{role}</span>
    </Badge>
  );
}

interface RoleFieldProps {
  by: Role;
  value: Role;
  failure: unknown;
  className?: string;
}

export function RoleField({ by, value, failure, className }: RoleFieldProps) {
  return (
    <SelectField key={value} name="role" label="Role" defaultValue={value} {...{ failure, className }}>
      {assignable(by).map((role) => (
        <option key={role} value={role}>
          {descriptions[role]}
        </option>
      ))}
    </SelectField>
  );
}
