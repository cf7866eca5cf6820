-- The team's inbox: what contacts wrote and nobody has read, what no agent is asked about, and who has taken a conversation over.

-- Whether nobody is asked to answer it. The program decides by its kind, and writes down what it decided.
alter table event add column quiet integer not null default 0;
-- Why no agent is asked about a text that a contact sent.
alter table event add column skipped text
    check (skipped in ('keyword', 'opted_out', 'media_only', 'no_agent', 'taken_over'));
update event set quiet = 1 where kind = 'team_reply';
create index event_said on event (thread_id, id) where kind = 'inbound_sms';

-- The place of the last text of the contact's, and of the last one that somebody of the team has read.
alter table thread add column last_said integer not null default 0;
alter table thread add column read_said integer not null default 0;
-- Who talks to the contact; the agent is silent meanwhile.
alter table thread add column taken_by text references member (id) on delete set null;
update thread set last_said = coalesce((select max(seq) from event
    where event.thread_id = thread.id and event.kind = 'inbound_sms'), 0);
update thread set read_said = last_said;
create index thread_by_taker on thread (taken_by);
create index thread_inbox on thread (org_id, active_at, id) where substr(correlation_key, 1, 8) = 'contact:';
create index thread_unread on thread (org_id, active_at, id) where last_said > read_said;
create index thread_held on thread (org_id, id) where hold_reason is not null;

create index suggestion_by_effect on suggestion (effect_id) where effect_id is not null;
