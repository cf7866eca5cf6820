-- Who answers one contact, where that is not what their line says.

-- Only ever less than the line's agent may do: `drafts` that a person sends, or `people` alone.
alter table contact add column answering text not null default 'usual' check (answering in ('usual', 'drafts', 'people'));
-- Another agent than the line's, on lines where an agent answers at all.
alter table contact add column answering_agent text references agent (id) on delete set null;
create index contact_by_answering_agent on contact (answering_agent);
