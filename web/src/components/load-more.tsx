import { Button } from "@/components/ui/button";

interface LoadMoreProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

export function LoadMore(list: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-2">
      <Button pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        Load more
      </Button>
      <p role="alert" className="text-[0.8125rem] text-danger">
        {list.isFetchNextPageError && "The rest could not be loaded. Try again."}
      </p>
    </div>
  );
}
