//! Everywhere a text may have got to: every sealed column, and the plain ones that people and agents write into.

use crate::sql::{Sql, statements};

/// The scope of the thread that a row is on.
macro_rules! of_thread {
    ($thread:literal) => {
        concat!("(select scope from thread where thread.id = ", $thread, ")")
    };
}

/// Reads a page of a sealed column: where each value stands, what it is sealed for, and which thread and turn it is on.
macro_rules! page {
    ($column:literal of $table:literal, by $id:literal, $no:literal, in $scope:expr, for $row:literal,
        on $thread:literal, $turn:literal, said $said:literal, after $after:literal) => {
        concat!(
            "select ", $id, " as id, ", $no, " as no, ", $scope, " as scope, ", $row, " as place, ", $column,
            " as sealed, ", $thread, " as thread_id, ", $turn, " as turn_id, ", $said, " as said from ", $table,
            " where org_id = $1 and ", $after, " and ", $column, " is not null order by 1, 2 limit $4"
        )
    };
    ($column:literal of $table:literal, in $scope:expr, for $row:literal, on $thread:literal, $turn:literal,
        said $said:literal) => {
        page!($column of $table, by "id", "0", in $scope, for $row, on $thread, $turn, said $said,
            after "id > $2 and $3 >= 0")
    };
    ($column:literal of $table:literal, in $scope:expr, for $row:literal) => {
        page!($column of $table, in $scope, for $row, on "cast(null as text)", "cast(null as text)", said "0")
    };
}

/// Puts a value into a sealed column, unless it has changed since it was read.
macro_rules! put {
    ($column:literal of $table:literal by $id:literal, $no:literal) => {
        concat!(
            "update ", $table, " set ", $column, " = $1 where org_id = $2 and ", $id, " = $3 and ", $no, " = $4 and ",
            $column, " = $5"
        )
    };
    ($column:literal of $table:literal) => {
        put!($column of $table by "id", "0")
    };
}

statements! {
    AGENT = page!("profile_enc" of "agent", in "'agent:' || id", for "id");
    AGENT_WRITE = put!("profile_enc" of "agent");
    APPROVAL = page!("arguments_enc" of "approval", in of_thread!("approval.thread_id"), for "id",
        on "thread_id", "turn_id", said "0");
    // Its fingerprint goes with it, and nobody can agree to what is left of it.
    APPROVAL_WRITE = "update approval set arguments_enc = $1, arguments_hash = $6,
            expires_at = case when used_at is null and expires_at > $7 then $7 else expires_at end
        where org_id = $2 and id = $3 and $4 = 0 and arguments_enc = $5";
    ATTEMPT = page!("detail_enc" of "effect_attempt", by "effect_id", "no",
        in "(select scope from thread join effect on effect.thread_id = thread.id where effect.id = effect_attempt.effect_id)",
        for "effect_id || '/' || no", on "cast(null as text)", "cast(null as text)", said "0",
        after "(effect_id, no) > ($2, $3)");
    ATTEMPT_WRITE = put!("detail_enc" of "effect_attempt" by "effect_id", "no");
    BLOCK = page!("value_enc" of "block", in "scope", for "id || '/' || version || '/' || integrity");
    BLOCK_WRITE = put!("value_enc" of "block");
    BLOCK_VERSION = page!("value_enc" of "block_version", by "block_id", "version",
        in "(select scope from block where block.id = block_version.block_id)",
        for "block_id || '/' || version || '/' || author || '/' || integrity", on "cast(null as text)",
        "cast(null as text)", said "0", after "(block_id, version) > ($2, $3)");
    BLOCK_VERSION_WRITE = put!("value_enc" of "block_version" by "block_id", "version");
    CONSENT = page!("words_enc" of "consent", in "'contact:' || contact_id", for "id", on "cast(null as text)",
        "cast(null as text)", said "1");
    CONSENT_WRITE = put!("words_enc" of "consent");
    EFFECT = page!("payload_enc" of "effect", in of_thread!("effect.thread_id"), for "id", on "thread_id", "turn_id",
        said "0");
    // One that is being sent is left until it is known what became of it.
    EFFECT_WRITE = "update effect set payload_enc = $1, payload_hash = $6
        where org_id = $2 and id = $3 and $4 = 0 and payload_enc = $5 and state <> 'inflight'";
    EVENT = page!("payload_enc" of "event", in of_thread!("event.thread_id"), for "id", on "thread_id", "turn_id",
        said "case when kind in ('scheduled', 'subagent_result') then 0 else 1 end");
    EVENT_WRITE = put!("payload_enc" of "event");
    IDEMPOTENCY = page!("answer_enc" of "idempotency", by "caller || '|' || route || '|' || key", "0",
        in "'org:' || org_id", for "caller || '|' || route || '|' || key", on "cast(null as text)",
        "cast(null as text)", said "0", after "caller || '|' || route || '|' || key > $2 and $3 >= 0");
    IDEMPOTENCY_WRITE = put!("answer_enc" of "idempotency" by "caller || '|' || route || '|' || key", "0");
    ITEM = page!("content_enc" of "item", in of_thread!("item.thread_id"), for "id", on "thread_id", "turn_id",
        said "case when kind = 'user' then 1 else 0 end");
    ITEM_WRITE = put!("content_enc" of "item");
    NOTICE = page!("text_enc" of "notice",
        in "coalesce((select scope from thread where thread.id = notice.thread_id), 'org:' || org_id)", for "id",
        on "thread_id", "turn_id", said "0");
    NOTICE_WRITE = put!("text_enc" of "notice");
    // A message is somebody's own if its item is: its name is that of the thread, a colon, and the place on it. What an agent said, or a
    // program told a model, was made of what others said.
    PASSAGE = page!("text_enc" of "passage", in "scope", for "id || '/' || integrity", on "cast(null as text)",
        "cast(null as text)", said "case when source = 'message' and thread_id is not null
            and length(source_ref) between 38 and 55 and ltrim(substr(source_ref, 38), '0123456789') = ''
            then (select count(*) from item where item.org_id = passage.org_id and item.thread_id = passage.thread_id
                and item.seq = cast(substr(passage.source_ref, 38) as bigint) and item.kind = 'user')
            else 0 end");
    // Its vector was made of the whole text, and its place is new so that whoever follows the scope sees the change.
    PASSAGE_WRITE = "update passage set text_enc = $1, embedding_model = null, vector_enc = null, seq = $6
        where org_id = $2 and id = $3 and $4 = 0 and text_enc = $5";
    PASSAGE_META = page!("meta_enc" of "passage", in "scope", for "id");
    PASSAGE_META_WRITE = "update passage set meta_enc = $1, seq = $6
        where org_id = $2 and id = $3 and $4 = 0 and meta_enc = $5";
    SCHEDULE = page!("payload_enc" of "schedule", in "scope", for "id");
    SCHEDULE_WRITE = put!("payload_enc" of "schedule");
    STEP = page!("event_enc" of "step", by "turn_id", "no",
        in "(select scope from thread join turn on turn.thread_id = thread.id where turn.id = step.turn_id)",
        for "turn_id || '/' || no", on "(select thread_id from turn where turn.id = step.turn_id)", "turn_id", said "0",
        after "(turn_id, no) > ($2, $3)");
    STEP_WRITE = put!("event_enc" of "step" by "turn_id", "no");
    STREAM_EVENT = page!("data_enc" of "stream_event", by "stream_id", "seq", in of_thread!("stream_event.stream_id"),
        for "stream_id || '/' || id || '/' || kind", on "stream_id", "turn_id", said "0",
        after "(stream_id, seq) > ($2, $3)");
    STREAM_EVENT_WRITE = put!("data_enc" of "stream_event" by "stream_id", "seq");
    DOCUMENT = page!("meta_enc" of "document", in "scope", for "id || '/' || integrity");
    DOCUMENT_WRITE = put!("meta_enc" of "document");
    CONVERSATION = page!("meta_enc" of "conversation", in "'member:' || member_id", for "id");
    CONVERSATION_WRITE = put!("meta_enc" of "conversation");
    CONVERSATION_ITEM = page!("body_enc" of "conversation_item",
        in "(select 'member:' || member_id from conversation where conversation.id = conversation_item.conversation_id)",
        for "id");
    CONVERSATION_ITEM_WRITE = put!("body_enc" of "conversation_item");
    RESPONSE = page!("body_enc" of "response", in "'member:' || member_id", for "id");
    RESPONSE_WRITE = put!("body_enc" of "response");
    INSTRUCTION = page!("body_enc" of "instruction", in "'member:' || member_id", for "id");
    INSTRUCTION_WRITE = put!("body_enc" of "instruction");
    SUGGESTION = page!("draft_enc" of "suggestion", in of_thread!("suggestion.thread_id"), for "id",
        on "thread_id", "turn_id", said "0");
    // Nobody can send what is left of it.
    SUGGESTION_WRITE = "update suggestion set draft_enc = $1,
            outdated_by = case when state = 'waiting' then 'forgotten' else outdated_by end,
            state = case when state = 'waiting' then 'outdated' else state end
        where org_id = $2 and id = $3 and $4 = 0 and draft_enc = $5";
    SUMMARY = page!("content_enc" of "summary", in of_thread!("summary.thread_id"), for "id || '/' || integrity",
        on "thread_id", "cast(null as text)", said "0");
    SUMMARY_WRITE = put!("content_enc" of "summary");
    THREAD_TITLE = page!("title_enc" of "thread", in "scope", for "id");
    THREAD_TITLE_WRITE = put!("title_enc" of "thread");
    TURN_SETUP = page!("setup_enc" of "turn", in of_thread!("turn.thread_id"), for "id", on "thread_id", "id", said "0");
    TURN_SETUP_WRITE = put!("setup_enc" of "turn");
    TURN_OUTCOME = page!("outcome_enc" of "turn", in of_thread!("turn.thread_id"), for "id", on "thread_id", "id",
        said "0");
    TURN_OUTCOME_WRITE = put!("outcome_enc" of "turn");
    CONTACT = page!("name_enc" of "contact", in "'contact:' || id", for "id");
    CONTACT_WRITE = put!("name_enc" of "contact");
    CONTACT_IDENTIFIER = page!("value_enc" of "contact_identifier", in "'contact:' || contact_id", for "id");
    FLAG = page!("reason_enc" of "org_flag", in "'org:' || org_id", for "id");
    FLAG_WRITE = put!("reason_enc" of "org_flag");
    FORGETTING = page!("words_enc" of "forgetting", in "'org:' || org_id", for "id");
    LINE = page!("address_enc" of "line", in "'org:' || org_id", for "id");
    MEMBER = page!("name_enc" of "member", in "'member:' || id", for "id");
    MEMBER_IDENTIFIER = page!("value_enc" of "member_identifier", in "'member:' || member_id", for "id");
    SNAPSHOT = "select p.snapshot_id as id, p.no as no, s.scope as scope,
            s.id || '/' || s.upto_seq || '/' || s.parts || '/' || p.no || '/' || s.model as place, p.body_enc as sealed,
            cast(null as text) as thread_id, cast(null as text) as turn_id, 0 as said
        from index_snapshot_part p join index_snapshot s on s.id = p.snapshot_id
        where p.org_id = $1 and (p.snapshot_id, p.no) > ($2, $3) order by 1, 2 limit $4";
    FILE = page!("content_enc" of "workspace_revision", by "entry_id", "no", in "'org:' || org_id",
        for "entry_id || '/' || no || '/' || author || '/' || integrity", on "cast(null as text)", "cast(null as text)",
        said "0", after "(entry_id, no) > ($2, $3)");
    // Its hash was made of the whole text.
    FILE_WRITE = "update workspace_revision set content_enc = $1, sha_enc = $6, size = $7
        where org_id = $2 and entry_id = $3 and no = $4 and content_enc = $5";
    FILE_PATH = page!("path_enc" of "workspace_entry", in "'org:' || org_id", for "id");
    FILE_SHA = page!("sha_enc" of "workspace_revision", by "entry_id", "no", in "'org:' || org_id",
        for "entry_id || '/' || no || '/' || author || '/' || integrity", on "cast(null as text)", "cast(null as text)",
        said "0", after "(entry_id, no) > ($2, $3)");
    // Few at a time: a file may be large.
    TEXT_FILE = "select event_id as id, no, (select scope from thread where thread.id = text_file.thread_id) as scope,
            event_id || '/' || no as place, content_enc as sealed, cast(null as text) as thread_id,
            cast(null as text) as turn_id, 0 as said
        from text_file where org_id = $1 and (event_id, no) > ($2, $3)
            and content_enc is not null order by 1, 2 limit case when $4 > cast(4 as bigint) then cast(4 as bigint) else $4 end";
    AGENT_NAME = "select id, name as value from agent where org_id = $1 and id > $2 order by id limit $3";
    AGENT_NAME_WRITE = "update agent set name = $1 where org_id = $2 and id = $3 and name = $4";
    BLOCK_DESCRIPTION = "select id, description as value from block where org_id = $1 and id > $2 order by id limit $3";
    BLOCK_DESCRIPTION_WRITE = "update block set description = $1 where org_id = $2 and id = $3 and description = $4";
    LINE_LABEL = "select id, label as value from line where org_id = $1 and id > $2 order by id limit $3";
    LINE_LABEL_WRITE = "update line set label = $1 where org_id = $2 and id = $3 and label = $4";
    SCHEDULE_NAME = "select id, name as value from schedule where org_id = $1 and id > $2 order by id limit $3";
    SCHEDULE_NAME_WRITE = "update schedule set name = $1 where org_id = $2 and id = $3 and name = $4";
}

/// A sealed column that is looked through.
#[derive(Debug, Clone, Copy)]
pub(super) struct SealedColumn {
    pub(super) table: &'static str,
    pub(super) column: &'static str,
    pub(super) page: Sql,
    pub(super) write: Sql,
    pub(super) kind: Kind,
}

/// What else changes with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    /// It has a fingerprint, made for this purpose.
    Approval,
    Effect,
    /// Whoever follows the scope must see it.
    Passage,
    PassageMeta,
    /// Whoever follows the workspace must see it.
    File,
}

/// A column in the clear that is looked through.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainColumn {
    pub(super) page: Sql,
    pub(super) write: Sql,
}

macro_rules! column {
    ($table:literal . $column:literal, $page:ident, $write:ident) => {
        column!($table.$column, $page, $write, Plain)
    };
    ($table:literal . $column:literal, $page:ident, $write:ident, $kind:ident) => {
        SealedColumn {
            table: $table,
            column: $column,
            page: $page,
            write: $write,
            kind: Kind::$kind,
        }
    };
}

/// Every sealed column that is looked through. Items and events come first, and what was made of them later.
pub(super) const SEALED: [SealedColumn; 29] = [
    column!("event"."payload_enc", EVENT, EVENT_WRITE),
    column!("item"."content_enc", ITEM, ITEM_WRITE),
    column!("turn"."setup_enc", TURN_SETUP, TURN_SETUP_WRITE),
    column!("step"."event_enc", STEP, STEP_WRITE),
    column!("turn"."outcome_enc", TURN_OUTCOME, TURN_OUTCOME_WRITE),
    column!("approval"."arguments_enc", APPROVAL, APPROVAL_WRITE, Approval),
    column!("consent"."words_enc", CONSENT, CONSENT_WRITE),
    column!("effect"."payload_enc", EFFECT, EFFECT_WRITE, Effect),
    column!("effect_attempt"."detail_enc", ATTEMPT, ATTEMPT_WRITE),
    column!("notice"."text_enc", NOTICE, NOTICE_WRITE),
    column!("stream_event"."data_enc", STREAM_EVENT, STREAM_EVENT_WRITE),
    column!("document"."meta_enc", DOCUMENT, DOCUMENT_WRITE),
    column!("conversation"."meta_enc", CONVERSATION, CONVERSATION_WRITE),
    column!("conversation_item"."body_enc", CONVERSATION_ITEM, CONVERSATION_ITEM_WRITE),
    column!("response"."body_enc", RESPONSE, RESPONSE_WRITE),
    column!("instruction"."body_enc", INSTRUCTION, INSTRUCTION_WRITE),
    column!("suggestion"."draft_enc", SUGGESTION, SUGGESTION_WRITE),
    column!("summary"."content_enc", SUMMARY, SUMMARY_WRITE),
    column!("thread"."title_enc", THREAD_TITLE, THREAD_TITLE_WRITE),
    column!("schedule"."payload_enc", SCHEDULE, SCHEDULE_WRITE),
    column!("agent"."profile_enc", AGENT, AGENT_WRITE),
    column!("block"."value_enc", BLOCK, BLOCK_WRITE),
    column!("block_version"."value_enc", BLOCK_VERSION, BLOCK_VERSION_WRITE),
    column!("passage"."text_enc", PASSAGE, PASSAGE_WRITE, Passage),
    column!("passage"."meta_enc", PASSAGE_META, PASSAGE_META_WRITE, PassageMeta),
    column!("workspace_revision"."content_enc", FILE, FILE_WRITE, File),
    column!("org_flag"."reason_enc", FLAG, FLAG_WRITE),
    column!("idempotency"."answer_enc", IDEMPOTENCY, IDEMPOTENCY_WRITE),
    column!("contact"."name_enc", CONTACT, CONTACT_WRITE),
];

/// Columns in the clear that people and agents write into.
pub(super) const PLAIN: [PlainColumn; 4] = [
    PlainColumn {
        page: AGENT_NAME,
        write: AGENT_NAME_WRITE,
    },
    PlainColumn {
        page: BLOCK_DESCRIPTION,
        write: BLOCK_DESCRIPTION_WRITE,
    },
    PlainColumn {
        page: LINE_LABEL,
        write: LINE_LABEL_WRITE,
    },
    PlainColumn {
        page: SCHEDULE_NAME,
        write: SCHEDULE_NAME_WRITE,
    },
];

/// A sealed column that is not looked through when a text is forgotten, and why nothing is left in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct OtherColumn {
    pub(super) table: &'static str,
    pub(super) column: &'static str,
    pub(super) page: Sql,
    why: &'static str,
}

macro_rules! other {
    ($table:literal . $column:literal, $page:ident, $why:literal) => {
        OtherColumn {
            table: $table,
            column: $column,
            page: $page,
            why: $why,
        }
    };
}

pub(super) const OTHERS: [OtherColumn; 9] = [
    other!("contact_identifier"."value_enc", CONTACT_IDENTIFIER, "goes with the contact"),
    other!("forgetting"."words_enc", FORGETTING, "goes when everything else is done"),
    other!("index_snapshot_part"."body_enc", SNAPSHOT, "goes when a passage of the scope does"),
    other!("line"."address_enc", LINE, "is the organisation's own"),
    other!("member"."name_enc", MEMBER, "goes with the member"),
    other!("member_identifier"."value_enc", MEMBER_IDENTIFIER, "goes with the member"),
    other!("text_file"."content_enc", TEXT_FILE, "is a file as it came, and goes with the contact"),
    other!("workspace_entry"."path_enc", FILE_PATH, "is a name that somebody gave a file, and moves by hand"),
    other!("workspace_revision"."sha_enc", FILE_SHA, "is made anew with the text"),
];

/// How forgetting treats every sealed column, as `table.column`: looked through, or the reason why it need not be.
pub fn forgotten_columns() -> Vec<(String, Option<&'static str>)> {
    let looked_through = SEALED
        .iter()
        .map(|it| (format!("{}.{}", it.table, it.column), None));
    let others = OTHERS
        .iter()
        .map(|it| (format!("{}.{}", it.table, it.column), Some(it.why)));
    let vector = ("passage.vector_enc".to_owned(), Some("goes with the text"));
    looked_through.chain(others).chain([vector]).collect()
}
