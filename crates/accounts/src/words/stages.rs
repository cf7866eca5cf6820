//! The stages of an account and the words for them.

/// A stage, where it stands in the pipeline, and how a desk calls it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// Names of the stage after "mark as", "move to": they can stand for nothing else there.
    pub(crate) called: &'static [&'static str],
    /// Words of a report that mean the stage was reached: "we pitched it".
    pub(crate) told: &'static [&'static str],
}

pub(crate) const STAGES: &[Stage] = &[
    Stage {
        name: "Application Received",
        called: list!(
            "application received" "app received" "application in" "application" "received" "new application" "app" "app in"
            "app is in" "application is in"
        ),
        told: &["reopen", "reopened"],
    },
    Stage {
        name: "Submitted",
        called: list!("submitted" "submission" "in submission" "in market" "submit"),
        told: list!(
            "submitted" "submit it" "submit them" "sent to market" "submission went out" "went to market"
            "submission is out" "out to market"
        ),
    },
    Stage {
        name: "Quoted",
        called: &["quoted", "quote received"],
        told: list!(
            "quoted" "quote came in" "quote came back" "quote is in" "got a quote" "received a quote" "came back at"
            "came in at" "quote arrived" "have a quote"
        ),
    },
    Stage {
        name: "Quote Pitched",
        called: list!(
            "quote pitched" "pitched" "quote presented" "presented" "proposal sent"
        ),
        told: list!(
            "pitched" "presented the quote" "presented it" "presented the proposal" "walked them through the quote"
            "proposal went out" "quote presented" "presented our quote" "presented our proposal" "walked them through it"
            "walked them through the proposal" "walked them through the numbers" "went over the quote with"
            "went over the proposal with" "presented the numbers"
        ),
    },
    Stage {
        name: "Bound",
        called: &["bound", "bind", "closed won", "won"],
        told: list!(
            "bound" "bind it" "bind them" "bind this" "wants to bind" "ready to bind" "bind" "closed won" "renewed"
        ),
    },
    Stage {
        name: "Renewal Due",
        called: &[
            "renewal due",
            "renewal",
            "due for renewal",
            "up for renewal",
        ],
        told: &[
            "up for renewal",
            "due for renewal",
            "renewal is due",
            "coming up for renewal",
        ],
    },
    Stage {
        name: "Lost",
        called: &["lost", "closed lost", "dead"],
        told: list!(
            "lost" "closed lost" "we lost" "lost them" "lost it" "is dead" "lost the account" "dead deal" "went elsewhere"
            "gone elsewhere" "going elsewhere" "placed elsewhere" "went with another" "going with another" "chose another"
            "picked another" "went with someone else" "turned us down" "passed on our quote" "passed on our proposal"
            "declined our quote" "declined our proposal" "said no to us"
        ),
    },
];

/// The place of a stage in the pipeline; unknown ones come first.
pub(crate) fn rank(stage: &str) -> usize {
    STAGES
        .iter()
        .position(|known| known.name.eq_ignore_ascii_case(stage))
        .map_or(0, |place| place + 1)
}
