import { createFileRoute } from "@tanstack/react-router";
import { NothingOpen } from "@/features/inbox/inbox-frame";

export const Route = createFileRoute("/_app/inbox/")({ component: NothingOpen });
