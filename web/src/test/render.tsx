import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createApp } from "@/router";

/** The whole application at one address, as a person meets it. */
export function renderApp(path: string) {
  const { router, queryClient } = createApp(createMemoryHistory({ initialEntries: [path] }));
  const { queries, ...rest } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retry: false } });
  // On a busy machine a page's skeleton would come first, with the page's own title, and be gone when it is looked at.
  router.update({ ...router.options, defaultPendingMs: Number.POSITIVE_INFINITY });
  const user = userEvent.setup();
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user, cache: queryClient, unmount };
}
