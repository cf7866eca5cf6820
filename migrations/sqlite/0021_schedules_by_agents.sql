-- Agents set up schedules with tools of their own, and the conversation in which they did stays known.
alter table schedule add column made_in text references thread (id) on delete set null;
create index schedule_by_place on schedule (made_in);
create index schedule_by_scope on schedule (org_id, scope);

-- What could only set a reminder becomes what sets, lists and cancels schedules.
update agent set tools = replace(tools, '"remind_me"', '"cancel_schedule","list_schedules","schedule_task"');
