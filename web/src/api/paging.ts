/** How a cursor-paged list reads as an infinite query: start without a cursor, follow `next_cursor`. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor?: string | null }) => page.next_cursor ?? undefined,
};

export const pageSize = 50;
