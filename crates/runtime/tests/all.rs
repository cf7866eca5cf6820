//! What the runtime promises, on every database it runs on. Tests whose name ends in a number are those of the bar in the
//! documents.

#[cfg(test)]
mod suite {
    mod invariants;
    mod ledger;
    mod mind;
    mod scene;
    mod tools;

    mod answering;
    mod answers;
    mod approvals;
    mod arrivals;
    mod clocks;
    mod compactions;
    mod consent;
    mod follow_ups;
    mod injections;
    mod limits;
    mod mails;
    mod member_texts;
    mod memories;
    mod mirror;
    mod money;
    mod recovery;
    mod removed;
    mod sending;
    mod skills;
    mod stops;
    mod subagents;
    mod suggestions;
    mod switched_turns;
    mod switches;
    mod take_over;
    mod turns;
    mod workspace;
}
