import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { FolderTree, RotateCcw } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { accountTreeQuery } from "@/api/accounts";
import { Disclosure } from "@/components/disclosure";
import { RowsSkeleton } from "@/components/list-skeleton";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { ClarifyDialog } from "./clarify-dialog";
import { ConfirmCreateDialog } from "./confirm-create-dialog";
import { clarificationOf, confirmationOf, filesRead } from "./exploration.logic";
import { FilePreview } from "./file-preview";
import { FileTree } from "./file-tree";
import { Journey } from "./journey";
import { NoAccounts } from "./no-accounts";
import type { Opened } from "./opened";
import { QueryBox } from "./query-box";
import { SampleQueries } from "./sample-queries";
import { useExploration } from "./use-exploration";

/** Questions on one side, the files they are answered from on the other. */
export function Explorer() {
  const exploration = useExploration();
  const { state } = exploration;
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<Opened | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { data: tree, isPending } = useQuery(accountTreeQuery);
  const { steps, response } = state;
  const read = useMemo(() => filesRead({ steps, response }), [steps, response]);
  const fill = (sentence: string) => {
    setText(sentence);
    area.current?.focus();
  };
  // Nobody is to ask about made-up accounts before it is known which there are.
  const samples = isPending ? (
    <RowsSkeleton />
  ) : (
    <SampleQueries
      names={tree?.children.slice(0, 2).map((node) => node.account_name ?? node.name) ?? []}
      onPick={fill}
    />
  );
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:items-start">
      <div className="flex min-w-0 flex-col gap-5">
        <QueryBox
          {...{ area, text }}
          running={state.phase === "running"}
          onText={setText}
          onAsk={() => {
            setText("");
            setOpened(null);
            exploration.ask(text.trim());
          }}
          onStop={exploration.stop}
        />
        {state.query === "" ? (
          <>
            {tree?.children.length === 0 && <NoAccounts />}
            {samples}
          </>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Disclosure summary="What can be asked">{samples}</Disclosure>
              <GoingOn
                about={state.about}
                onReset={() => {
                  setOpened(null);
                  exploration.startOver();
                  fill("");
                }}
              />
            </div>
            <Journey state={state} onOpen={setOpened} />
          </>
        )}
      </div>
      <Files read={read} opened={opened} onOpen={setOpened} />
      <Questions exploration={exploration} onFill={fill} />
    </div>
  );
}

function GoingOn({ about, onReset }: { about: { name: string } | null; onReset: () => void }) {
  return (
    <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
      {about && (
        <span className="min-w-0 text-muted [overflow-wrap:anywhere]">Goes on about {about.name}</span>
      )}
      <Button onClick={onReset}>
        <RotateCcw aria-hidden /> New question
      </Button>
    </div>
  );
}

interface FilesProps {
  read: ReadonlySet<string>;
  opened: Opened | null;
  onOpen: (opened: Opened) => void;
}

/** On a phone the tree is behind a button. */
function Files({ read, opened, onOpen }: FilesProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto">
      <Button
        className="self-start lg:hidden"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        <FolderTree aria-hidden /> Files{read.size > 0 && ` (${read.size} read)`}
      </Button>
      <div id={id} className={clsx(!shown && "max-lg:hidden")}>
        <Section title="Files">
          <FileTree {...{ read, opened, onOpen }} />
        </Section>
      </div>
      {opened && (
        <Section title="Preview">
          <FilePreview opened={opened} />
        </Section>
      )}
    </div>
  );
}

interface QuestionsProps {
  exploration: ReturnType<typeof useExploration>;
  onFill: (sentence: string) => void;
}

/** What is asked back. */
function Questions({ exploration, onFill }: QuestionsProps) {
  const { state, confirming, ask, confirm, decline, dismiss } = exploration;
  const confirmation = confirmationOf(state);
  const clarification = clarificationOf(state);
  return (
    <>
      {confirmation && (
        <ConfirmCreateDialog
          question={confirmation}
          pending={confirming.isPending}
          failure={confirming.error}
          onConfirm={(accountId) => confirm(confirmation, accountId)}
          onCancel={() => decline(confirmation)}
        />
      )}
      {clarification && (
        <ClarifyDialog
          question={clarification}
          onReply={ask}
          onSuggest={(sentence) => {
            dismiss();
            onFill(sentence);
          }}
          onClose={dismiss}
        />
      )}
    </>
  );
}
