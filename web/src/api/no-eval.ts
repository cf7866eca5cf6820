import { config } from "zod/v4/core";

// The schemas of the chat stream would else try whether they may compile themselves, and the content security policy
// reports that. Imported before them.
config({ jitless: true });
