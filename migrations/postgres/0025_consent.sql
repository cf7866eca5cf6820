-- The log of consent: every change of what somebody wants to be sent, and how it became known. A row is never changed, but for what
-- goes with a contact who is forgotten.
create table consent (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    channel text not null,
    -- Whose wish it is: the address and not the contact, as with opt_out.
    address_blind bytea not null,
    -- Who had the address then; nobody once they were forgotten.
    contact_id text references contact (id) on delete set null,
    change text not null check (change in ('opted_out', 'opted_in')),
    how text not null check (how in ('keyword', 'plain_words', 'member', 'carrier')),
    -- The line it was said to, or that the message left from.
    line_id text references line (id) on delete set null,
    -- Who brought the text, and what they call it.
    source text,
    message text,
    -- The message that a carrier did not take.
    effect_id text references effect (id) on delete set null,
    -- Who wrote it down by hand.
    member_id text references member (id) on delete set null,
    -- What was said, under the contact's key.
    words_enc bytea,
    changed_at bigint not null
);
create index consent_by_address on consent (org_id, address_blind, id);
create index consent_by_org on consent (org_id, id);
create index consent_by_contact on consent (contact_id, id);
create index consent_by_line on consent (line_id);
create index consent_by_effect on consent (effect_id);
create index consent_by_member on consent (member_id);

