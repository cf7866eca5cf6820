-- What a conversation is called by whoever has it.
alter table thread add column title_enc blob;
create index thread_by_activity on thread (org_id, scope, active_at, id);

-- A member has one agent of each kind that is made for them.
create unique index agent_once_per_member on agent (org_id, member_id, source)
    where member_id is not null and source is not null;
