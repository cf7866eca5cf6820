import { FileQuestion } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { nameOf } from "@/lib/workspace-path";
import { PathBar } from "./path-bar";

/** A path at which there is and was nothing. The way back is the path itself. */
export function NothingHere({ path }: { path: string }) {
  return (
    <Page narrow title={nameOf(path)} back={<PathBar path={path} />}>
      <EmptyState icon={FileQuestion} title="There is nothing here">
        <p>The address may be mistyped, or the folder was deleted. The path above leads back.</p>
      </EmptyState>
    </Page>
  );
}
