/** What can be asked, by kind, with the names of two accounts. Made-up ones stand in where there are none. */
export const samplesFor = (one = "Maple Avenue Dental", two = "Redbud Florist") => [
  {
    category: "One account",
    queries: [
      `What stage is ${one} in?`,
      `Is ${two} still a live prospect?`,
      `Who is the contact at ${one}?`,
    ],
  },
  {
    category: "Several sources",
    queries: [`How did the premium of ${one} change?`, `What did ${two} say in the last call?`],
  },
  {
    category: "Across accounts",
    queries: ["Which accounts renew in the next 30 days?", "Which five accounts have the highest premium?"],
  },
  {
    category: "The whole book",
    queries: ["How many accounts are quoted?", "What is the premium by stage?"],
  },
  {
    category: "Follow-ups",
    queries: [`When is the follow-up with ${one}?`, "Which accounts have we not heard from in 60 days?"],
  },
  {
    category: "Updates",
    queries: [`Mark ${one} as Quoted, $2,600`, `Set the follow-up date of ${two} to next Friday`],
  },
  {
    category: "New account",
    queries: ["New Company LLC in Austin, TX sent their application"],
  },
  {
    category: "Not quite clear",
    queries: [`What is the premium of ${one.split(" ")[0]}?`, "They want a higher limit"],
  },
];
