import { CircleHelp, Quote } from "lucide-react";
import type { FoundAnswer, LineCitation } from "@/api/types";
import { Section } from "@/components/ui/section";
import { Written } from "@/components/written";
import { FileLink } from "./file-link";
import type { Opened } from "./preview.logic";

interface AnswerCardProps {
  answer: FoundAnswer;
  onOpen: (opened: Opened) => void;
}

/** The answer with the lines it rests on. What is not known is said to be not known. */
export function AnswerCard({ answer: { answer, known, citations, notes }, onOpen }: AnswerCardProps) {
  return (
    <Section title={known ? "Answer" : "Not known"}>
      {known ? (
        <Written text={answer} />
      ) : (
        <div className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{answer}</p>
        </div>
      )}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="flex list-disc flex-col gap-1 pl-5 text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {citations.length > 0 && (
        <ul aria-label="Citations" className="flex flex-col gap-2 border-t border-line pt-3">
          {citations.map((citation) => (
            <CitationRow key={`${citation.path}:${citation.line}`} {...{ citation, onOpen }} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function CitationRow({ citation, onOpen }: { citation: LineCitation; onOpen: AnswerCardProps["onOpen"] }) {
  return (
    <li className="flex min-w-0 gap-2">
      <Quote aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col items-start">
        <FileLink path={citation.path} lines={[citation.line, citation.end_line]} onOpen={onOpen} />
        <q className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{citation.quote}</q>
      </div>
    </li>
  );
}
