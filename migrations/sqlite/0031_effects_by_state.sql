-- The few messages that wait for a person, among all that ever left.
create index effect_by_state on effect (org_id, state, id);
