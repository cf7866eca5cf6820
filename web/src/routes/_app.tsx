import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { isSignedOut } from "@/api/error";
import { meQuery } from "@/api/me";
import { Shell } from "@/features/shell/shell";

const Banner = lazy(() => import("@/features/flags/banner"));
const Live = lazy(() => import("@/features/live/live"));

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect({
        to: "/sign-in",
        search: location.pathname === "/" ? {} : { return_to: location.href },
      });
    }
  },
  component: () => (
    <Shell>
      <Suspense>
        <Banner />
      </Suspense>
      <Outlet />
      <Suspense>
        <Live />
      </Suspense>
    </Shell>
  ),
});
