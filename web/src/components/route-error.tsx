import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "@/api/error";
import { ErrorView } from "./error-view";
import { NotFound } from "./not-found";

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorView error={error} onRetry={retry} />;
}
