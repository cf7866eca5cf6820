import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, HeadContent, Outlet } from "@tanstack/react-router";
import { NotFound } from "@/components/not-found";
import { Toaster } from "@/components/toaster";
import { titled } from "@/lib/title";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => titled(),
  component: Root,
  notFoundComponent: () => (
    <main className="flex min-h-dvh flex-col">
      <NotFound />
    </main>
  ),
});

function Root() {
  return (
    <>
      <HeadContent />
      <Outlet />
      <Toaster />
    </>
  );
}
