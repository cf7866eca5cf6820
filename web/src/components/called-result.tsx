import { FileReferenceLink } from "@/components/file-reference-link";
import { Folded } from "@/components/folded";
import { FoundPassages } from "@/components/found-passages";
import { readFound } from "@/lib/citation";
import { readWaiting } from "@/lib/decision";
import { fileReferences } from "@/lib/file-reference";

/** What came of a call of a tool. What it found leads to where that came from. */
export function CalledResult({ text, scope }: { text: string; scope?: string | undefined }) {
  const found = readFound(text);
  if (found) return <FoundPassages {...{ found, scope }} />;
  if (readWaiting(text) !== null)
    return <p className="text-muted">A person was asked before anything happened.</p>;
  return (
    <Folded text={text}>
      {fileReferences(text).map(({ text: written, file }, index) =>
        file ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their places.
          <FileReferenceLink key={index} file={file} className="rounded-sm text-accent-text hover:underline">
            {written}
          </FileReferenceLink>
        ) : (
          written
        ),
      )}
    </Folded>
  );
}
