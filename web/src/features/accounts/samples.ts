/** What can be asked, by what it is about, with the names of two accounts. Made-up ones stand in where there are none. */
export const samplesFor = (one = "Maple Avenue Dental", two = "Redbud Florist") => [
  {
    category: "Status",
    queries: [`What stage is ${one} in?`, `Is ${two} still a live prospect?`],
  },
  {
    category: "Contacts",
    queries: [`Who is the contact at ${one}?`, `What is the phone number of ${two}?`],
  },
  {
    category: "Premium and coverage",
    queries: [`What is the premium of ${one}?`, `Which coverage does ${two} have?`],
  },
  {
    category: "Renewals and dates",
    queries: ["Which accounts renew in the next 30 days?", `When is the follow-up with ${one}?`],
  },
  {
    category: "History and sources",
    queries: [`How did the premium of ${one} change?`, `What did ${two} say in the last call?`],
  },
  {
    category: "All accounts: counts and rankings",
    queries: ["How many accounts are quoted?", "Which five accounts have the highest premium?"],
  },
  {
    category: "Updates",
    queries: [`Mark ${one} as Quoted, $2,600`, `Set the follow-up date of ${two} to next Friday`],
  },
  {
    category: "New account",
    queries: ["New Company LLC in Austin, TX sent their application"],
  },
];
