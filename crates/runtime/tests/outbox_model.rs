//! Test 33: the protocol of the outbox, checked in every state that it can reach.
//!
//! One effect; one or two nodes that crash, stall and answer late; a carrier that takes a request up to so long after it
//! left, or never, and reports whenever it likes. Time is counted in steps, and a timer holds the steps that are left of
//! it. Every action names what it mirrors in the store's `outbox` or the runtime's `sender`; whoever changes the one
//! changes the other.
//!
//! Outside the model: the other effects of a conversation, people who decide about what is in review, and a process that
//! stands still for a whole lease after its last look at the time and sends all the same.

#[cfg(test)]
mod outbox_model {
    mod model;
    mod row;

    mod checks;
}
