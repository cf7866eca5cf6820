// biome-ignore lint/style/noRestrictedImports: this is what everything else uses instead.
import { type UseMutationOptions, useMutation as useBareMutation } from "@tanstack/react-query";
import { useCallback } from "react";

/** What is done at the end of one call. */
interface Ends<Data, Input> {
  onSuccess?: (data: Data, input: Input) => void;
  onError?: (failure: Error) => void;
  onSettled?: () => void;
}

/** As much of one as a component needs that is handed it. */
export interface Mutation<Data, Input> {
  mutate: (input: Input, ends?: Ends<Data, Input>) => void;
  isPending: boolean;
  error: Error | null;
  /** What it was last called with. */
  variables: Input | undefined;
}

/**
 * A mutation whose end is always told. The library drops what a caller asked for if the caller is gone by then, and a
 * caller goes with its row as soon as the list it refreshes, or a live event, takes the row away.
 */
export function useMutation<Data = unknown, Input = void>(options: UseMutationOptions<Data, Error, Input>) {
  const mutation = useBareMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (input: Input, ends: Ends<Data, Input> = {}) => {
      const { onSuccess, onError, onSettled } = ends;
      void mutateAsync(input)
        .then(
          (data) => onSuccess?.(data, input),
          (failure: Error) => onError?.(failure),
        )
        .then(onSettled);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
