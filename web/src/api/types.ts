import type { components } from "./schema";

type Schemas = components["schemas"];

export type Me = Schemas["Me"];
export type Org = Schemas["Org"];
export type Role = Schemas["Role"];
export type Member = Schemas["Member"];
export type IdentifierKind = Schemas["IdentifierKind"];
export type ApiKey = Schemas["ApiKey"];
export type Scope = Schemas["Scope"];
export type Contact = Schemas["Contact"];
export type Line = Schemas["Line"];
export type LineKind = Schemas["LineKind"];
