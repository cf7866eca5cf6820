-- A record of every draft: what kind of message it answers, and what came before anybody decided about it.

-- As the agent sees it. What was drafted before this was not asked for it.
alter table suggestion add column kind text not null default 'other'
    check (kind in ('question', 'request', 'scheduling', 'complaint', 'thanks', 'follow_up', 'other'));
-- Only where the state says that it is outdated. What still waits and was overtaken by an event is told by that event.
alter table suggestion add column outdated_by text
    check (outdated_by in ('newer_text', 'team_reply', 'later_draft', 'forgotten'));

-- Only forgetting left no time of its own.
update suggestion set outdated_by = case when decided_at is null then 'forgotten' else coalesce(
        (select case event.kind when 'inbound_sms' then 'newer_text' else 'team_reply' end from event
            where event.thread_id = suggestion.thread_id and event.seq > suggestion.answers
                and event.kind in ('inbound_sms', 'team_reply') and event.received_at <= suggestion.decided_at
            order by event.seq limit 1),
        'later_draft') end
    where state = 'outdated';

-- The record of an agent is counted over a time, and read from its newest draft on.
create index suggestion_record on suggestion (org_id, agent_id, created_at);
