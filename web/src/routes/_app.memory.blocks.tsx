import { createFileRoute } from "@tanstack/react-router";
import { blocksQuery } from "@/api/memory";
import { namesQuery } from "@/api/names";
import { RowsSkeleton } from "@/components/list-skeleton";
import { PartError } from "@/components/part-error";
import { BlockList } from "@/features/memory/block-list";
import { CreateBlockButton } from "@/features/memory/create-block-button";
import { ScopePicker } from "@/features/memory/scope-picker";
import { Toolbar } from "@/features/memory/toolbar";

export const Route = createFileRoute("/_app/memory/blocks")({
  loaderDeps: ({ search: { scope = "member" } }) => ({ scope }),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      queryClient.ensureQueryData(blocksQuery(deps.scope)),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: RowsSkeleton,
  errorComponent: PartError,
  component: BlocksPage,
});

function BlocksPage() {
  const { scope } = Route.useLoaderDeps();
  const navigate = Route.useNavigate();
  return (
    <>
      <Toolbar
        about="Short texts that stand in every prompt. Agents and people can change them, and every version is kept."
        action={<CreateBlockButton scope={scope} />}
      >
        <ScopePicker
          scope={scope}
          onPick={(picked = "member") => void navigate({ search: { scope: picked } })}
        />
      </Toolbar>
      <BlockList key={scope} scope={scope} />
    </>
  );
}
