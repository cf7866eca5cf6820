import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/memory/")({
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/memory/blocks", search, replace: true });
  },
});
