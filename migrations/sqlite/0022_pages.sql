-- A page is read in its order, and what a person leaves behind is found without looking through everything.

create index thread_by_org on thread (org_id, id);
create index notice_by_org on notice (org_id, id);
create index suggestion_of_member on suggestion (decided_by);
create index instruction_of_member on instruction (member_id);
create index response_of_member on response (member_id);
create index conversation_of_member on conversation (member_id);
