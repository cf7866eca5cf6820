-- What leaves for the world, what waits for a person, and what a person must know.

-- A tool call that a person is asked about. The turn that made it is over; the answer is an event like any other.
create table approval (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    thread_id text not null references thread (id) on delete cascade,
    turn_id text not null references turn (id) on delete cascade,
    agent_id text not null references agent (id) on delete cascade,
    -- An approval is for the agent as it was when it asked.
    agent_revision integer not null,
    call_id text not null,
    tool text not null,
    -- The exact bytes that a person sees and agrees to, and a keyed fingerprint of them.
    arguments_enc blob not null,
    arguments_hash blob not null,
    -- Whether a person changed them before agreeing.
    edited integer not null,
    approver text not null check (approver in ('member', 'operator')),
    rule text not null,
    asked_at integer not null,
    expires_at integer not null,
    decision text check (decision in ('approved', 'denied', 'expired')),
    decided_by text references member (id) on delete set null,
    decided_at integer,
    used_at integer,
    check ((decision is null) = (decided_at is null)),
    check (used_at is null or decision = 'approved')
) strict;
create unique index approval_by_call on approval (turn_id, call_id);
create index approval_by_org on approval (org_id, id);
create index approval_open on approval (expires_at, id) where decision is null;
create index approval_by_thread on approval (thread_id);
create index approval_by_agent on approval (agent_id);
create index approval_by_member on approval (decided_by);

-- A message for somebody outside. Where it goes was fixed when the message it answers came in.
create table effect (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    -- Derived from where it was decided, so that deciding it again after a crash is the same effect.
    idem_key text not null,
    thread_id text not null references thread (id) on delete cascade,
    turn_id text references turn (id) on delete cascade,
    agent_id text references agent (id) on delete cascade,
    contact_id text not null references contact (id) on delete cascade,
    line_id text not null references line (id) on delete cascade,
    -- What the carrier can do about a lost answer: takes a key, can be asked, or neither.
    class text not null check (class in ('keyed', 'asked', 'opaque')),
    channel text not null,
    -- To, from and text, as JSON, and a keyed fingerprint of it.
    payload_enc blob not null,
    payload_hash blob not null,
    -- Finds what is on its way to an address; none once the contact was forgotten.
    to_blind blob,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    -- What the gate said and by which rule.
    verdict text not null check (verdict in ('allow', 'approved')),
    rule text not null,
    approval_id text references approval (id),
    state text not null check (state in ('pending', 'inflight', 'unknown', 'sent', 'delivered', 'failed', 'review',
        'cancelled', 'expired')),
    -- Why it is where it is, in our own words; what the carrier said stands with the attempt.
    reason text,
    not_before integer not null,
    expires_at integer not null,
    attempt integer not null,
    -- Lookups at the carrier that found nothing.
    misses integer not null,
    -- Lookups at the carrier that failed.
    lookup_failures integer not null,
    -- When it was last taken to be sent.
    claimed_at integer,
    lease_until integer,
    node text,
    provider_ref text,
    -- Who said that it is to be sent after all.
    decided_by text references member (id) on delete set null,
    created_at integer not null,
    settled_at integer,
    check ((verdict = 'approved') = (approval_id is not null)),
    check ((state = 'inflight') = (lease_until is not null))
) strict;
create unique index effect_once on effect (org_id, idem_key);
create unique index effect_by_ref on effect (channel, provider_ref, org_id) where provider_ref is not null;
create unique index effect_by_approval on effect (approval_id) where approval_id is not null;
create index effect_by_org on effect (org_id, id);
create index effect_by_thread on effect (thread_id, id);
create index effect_by_turn on effect (turn_id);
create index effect_by_agent on effect (agent_id);
create index effect_by_line on effect (line_id);
create index effect_by_contact on effect (contact_id, claimed_at);
create index effect_by_member on effect (decided_by);
create index effect_by_address on effect (to_blind) where state = 'pending';
-- One conversation's messages leave in order: this finds the one whose turn it is.
create index effect_waiting on effect (contact_id, line_id, id) where state in ('pending', 'inflight', 'unknown');
create index effect_due on effect (not_before, id) where state in ('pending', 'unknown');
create index effect_inflight on effect (lease_until, id) where state = 'inflight';

-- One row before every try, so that a try that never came back is known.
create table effect_attempt (
    effect_id text not null references effect (id) on delete cascade,
    no integer not null,
    org_id text not null references org (id) on delete cascade,
    node text not null,
    started_at integer not null,
    ended_at integer,
    outcome text,
    status integer,
    -- What the carrier said.
    detail_enc blob,
    primary key (effect_id, no)
) strict;

-- An address that is not to be written to on a channel. It names no contact, since it outlives every one that has the
-- address.
create table opt_out (
    org_id text not null references org (id) on delete cascade,
    channel text not null,
    address_blind blob not null,
    opted_out_at integer not null,
    primary key (org_id, channel, address_blind)
) strict;

-- The words by which people opted out and in, so that none is heard twice.
create table keyword (
    org_id text not null references org (id) on delete cascade,
    -- Where it came from, and how that place names it.
    source text not null,
    dedupe_key text not null,
    -- A word that changed nothing is a text for the agent.
    heard_as text not null check (heard_as in ('wish', 'text')),
    heard_at integer not null,
    primary key (org_id, source, dedupe_key)
) strict;

-- Something a person must know or decide: an escalation, a thread on hold, a send nobody can vouch for.
create table notice (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    thread_id text references thread (id) on delete cascade,
    turn_id text references turn (id) on delete cascade,
    kind text not null check (kind in ('escalated', 'held', 'review', 'expired', 'missed', 'failed')),
    text_enc blob not null,
    -- The same trouble twice is one notice.
    dedupe_key text not null,
    created_at integer not null,
    resolved_at integer,
    resolved_by text references member (id) on delete set null
) strict;
create unique index notice_once on notice (org_id, dedupe_key);
create index notice_open on notice (org_id, id) where resolved_at is null;
create index notice_by_thread on notice (thread_id);
create index notice_by_turn on notice (turn_id);
create index notice_by_member on notice (resolved_by);
