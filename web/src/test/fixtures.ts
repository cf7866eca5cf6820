import type { ApiKey, Contact, Line, Me, Member, Org } from "@/api/types";

export const me: Me = {
  member: { id: "m-ada", name: "Ada Lovelace", role: "owner", email: "ada@example.com" },
  org: { id: "o-1", name: "Harbour" },
  via: "session",
  scopes: ["read", "write", "admin"],
  csrf_token: "csrf-1",
};

export const plainMember: Me = { ...me, member: { ...me.member, role: "member" }, scopes: ["read", "write"] };

export const org: Org = { id: "o-1", name: "Harbour", created_at: "2026-01-02T03:04:05Z" };

export const grace: Member = {
  id: "m-grace",
  name: "Grace Hopper",
  role: "admin",
  identifiers: [{ id: "i-1", kind: "email", value: "grace@example.com" }],
  created_at: "2026-02-03T04:05:06Z",
};

export const apiKey: ApiKey = {
  id: "k-1",
  member_id: "m-ada",
  name: "Nightly import",
  prefix: "stw_abcd",
  scopes: ["read"],
  created_at: "2026-02-03T04:05:06Z",
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};

export const maria: Contact = {
  id: "c-maria",
  name: "Maria Santos",
  identifiers: [{ id: "i-2", kind: "phone", value: "+14155550188" }],
  forgotten: false,
  created_at: "2026-02-03T04:05:06Z",
};

export const frontDesk: Line = {
  id: "l-1",
  kind: "phone",
  address: "+14155550100",
  label: "Front desk",
  created_at: "2026-02-03T04:05:06Z",
};
