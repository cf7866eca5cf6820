//! Words of sums: the premium, what is none, and the channels by which they are told.

/// Sums of a business that are no premium.
pub(crate) const SUMS: &[&str] = list!(
    "payroll" "sales" "revenue" "receipts" "turnover" "rent" "salary" "wages" "mortgage" "invoice" "budget" "loan" "fee"
    "bill" "tuition" "dues" "deposit" "repair" "repairs" "damage" "lease" "takings" "tax" "taxes" "profit" "grant"
);
/// What costs somebody money that is no premium.
pub(crate) const EVENTS: &[&str] = list!(
    "loss" "losses" "claim" "claims" "fire" "theft" "settlement" "damages" "lawsuit" "suit" "fine" "fined" "fines" "accident"
    "judgment" "sued" "robbed" "stolen" "crash" "crashed" "burglary" "spill" "leak" "flood" "injury" "injured" "penalty"
    "verdict" "award" "contract" "job" "project" "estimate" "ransom" "embezzled" "plaintiff" "collision"
);

/// Words that stand for the price of the account.
pub(crate) const PRICES: &[&str] = list!(
    "price" "premium" "quote" "total" "renewal" "offer" "proposal" "number" "program" "package" "policy" "account" "rate" "cost"
    "everything" "insurance" "coverage" "pricing" "figure" "numbers" "quotes" "figures" "terms" "indication" "underwriter"
    "underwriters" "carrier" "insurer" "market" "company" "bid"
);

/// Verbs and nouns of each kind of source.
pub(crate) const CHANNELS: &[(&str, &[&str])] = &[
    ("sms", list!("text" "texted" "texts" "texting" "sms")),
    (
        "email",
        list!("email" "emailed" "emails" "mail" "mailed" "write" "wrote"),
    ),
    ("call", list!("call" "called" "calls" "phone" "phoned")),
];
