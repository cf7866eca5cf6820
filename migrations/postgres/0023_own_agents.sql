-- The agents that every member has, what becomes of drafts, and who answers one contact.

-- Which of the system's agents a member was given, once each: two that clone at the same time make one. What was deleted since
-- has no agent any more, and is not made again unasked.
create table own_agent (
    member_id text not null references member (id) on delete cascade,
    source text not null,
    org_id text not null references org (id) on delete cascade,
    agent_id text references agent (id) on delete set null,
    primary key (member_id, source)
);
create index own_agent_by_org on own_agent (org_id);
create index own_agent_by_agent on own_agent (agent_id);
insert into own_agent (member_id, source, org_id, agent_id)
    select member_id, source, org_id, min(id) from agent
    where member_id is not null and source is not null group by member_id, source, org_id;
