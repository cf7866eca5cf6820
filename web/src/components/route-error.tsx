import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "@/api/error";
import { ErrorView } from "./error-view";
import { NotFound } from "./not-found";

export function RouteError({ error, reset }: ErrorComponentProps) {
  const retry = useRetry(reset);
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return <ErrorView error={error} onRetry={retry} />;
}

export function useRetry(reset: () => void): () => void {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  return () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
}
