import { CircleHelp } from "lucide-react";
import type { FoundAnswer } from "@/api/types";
import { Section } from "@/components/ui/section";
import { Written } from "@/components/written";
import { CitationList } from "./citation-list";
import type { Opened } from "./opened";

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
          <p dir="auto" className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {answer}
          </p>
        </div>
      )}
      {notes.length > 0 && (
        <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          {known ? "How it was found" : "Why"}: {notes.join("; ")}
        </p>
      )}
      {citations.length > 0 && <CitationList {...{ citations, onOpen }} />}
    </Section>
  );
}
