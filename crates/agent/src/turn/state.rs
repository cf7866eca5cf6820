use super::plan::Draft;

/// What a turn waits for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum State {
    /// To be started.
    Fresh,
    /// The model's answer to the step.
    Asking,
    /// The model's correction of this text.
    Correcting { original: String },
    /// Word of what arrived meanwhile; the draft is held back until then.
    Looking { draft: Draft },
    /// Tools.
    Acting { draft: Draft },
    /// Nothing: the turn is over.
    Over,
}
