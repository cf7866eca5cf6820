import type { components } from "./schema";

type Schemas = components["schemas"];

/** The API's document calls the role a text; the server sends only these three. */
export type Me = Schemas["Me"] & { member: { role: Role } };
export type Org = Schemas["Org"];
export type Role = Schemas["Role"];
export type Member = Schemas["Member"];
export type Identifier = Schemas["Identifier"];
export type IdentifierKind = Schemas["IdentifierKind"];
export type ApiKey = Schemas["ApiKey"];
export type Scope = Schemas["KeyScope"];
export type Contact = Schemas["Contact"];
export type Line = Schemas["Line"];
export type LineKind = Schemas["LineKind"];
