import { createFileRoute } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/usage")({
  head: () => titled("Usage"),
  component: () => (
    <Page title="Usage">
      <EmptyState icon={ChartNoAxesColumn} title="No usage yet">
        <p>Model calls, tokens and response times will be here once agents have run.</p>
        <p>Usage figures arrive with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
