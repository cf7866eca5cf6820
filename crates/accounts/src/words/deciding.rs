//! Words for a decision: whose it is, and what made it.

/// What is asked of whoever decides: a signature, a yes, the last word.
pub(crate) const DECIDING: &[&str] = list!(
    "sign" "signs" "signing" "signer" "signature" "signatures" "signoff" "countersign" "decide" "decides" "decision"
    "decisions" "approve" "approves" "approval" "authorize" "authorizes" "authorized" "authorise" "authorised" "authority"
    "okay" "ok" "consent" "blessing" "nod" "greenlight" "green" "dotted" "pen" "permission"
);

/// Whether a note speaks of who decides.
pub(crate) fn tells_who_decides(stem: &str) -> bool {
    list!("decid" "decision" "sign" "signatur" "approv" "authoriz" "authority" "okay")
        .contains(&stem)
}

/// Ways to say that something decided a matter, longest first.
pub(crate) const DECIDED: &[&str] = list!(
    "tipped the scales" "tipped the scale" "tipped the balance" "tip the scales" "tip the scale" "tip the balance"
    "turned the scale" "turned the tide" "swung the decision" "swung it" "swayed them" "swayed her" "swayed him" "swayed it"
    "swung them" "swung her" "swung him" "clinched it" "clinched the deal" "clinched" "the clincher" "settled it" "settled the matter" "decided it"
    "decided the matter" "sealed it" "sealed the deal" "sealed their fate" "made the difference" "made all the difference"
    "did it come down to" "it came down to" "came down to" "the sticking point" "sticking point" "the deal breaker" "deal breaker" "the dealbreaker" "dealbreaker"
    "won them over" "won her over" "won him over" "won * over" "swayed *" "convinced *" "persuaded *" "swung *" "lost it for us" "cost us the deal" "cost us the account" "the last straw" "the decisive" "the deciding"
    "made up their mind" "made up her mind" "made up his mind" "made them choose" "drove the decision" "behind the decision"
);
