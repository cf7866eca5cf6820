import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { ApiError, isSignedOut } from "@/api/error";
import { endSession } from "@/api/me";
import { NotFound } from "@/components/not-found";
import { RouteError } from "@/components/route-error";
import { routeTree } from "./route-tree.gen";

/** One router with its query cache. Tests make their own, with a history in memory. */
export function createApp(history?: RouterHistory) {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) void leave();
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // The browser's idea of being online is about the internet; Steward may run on a machine without one.
    defaultOptions: {
      queries: { retry: isWorthRetrying, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { queryClient },
    defaultPreload: "intent",
    // The query cache decides what is fresh; the router asks it every time.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });

  /** A session can end at any call: the page gives way to sign-in, and comes back afterwards. */
  async function leave() {
    const { pathname, href } = router.state.location;
    if (pathname === "/sign-in") return;
    await router.navigate({ to: "/sign-in", search: { return_to: href } });
    endSession(queryClient);
  }

  return { router, queryClient };
}

/** What the server decided stays decided; only a lost connection or a failing server deserves another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const decided = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !decided && failures < 2;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createApp>["router"];
  }
}
