import type { TurnStep } from "@/api/types";
import { Meter } from "@/components/meter";
import { Section } from "@/components/ui/section";
import { formatCount, formatMicros } from "@/lib/format";

/** Which step the tokens and the money went to. Nothing to compare, nothing to show. */
export function StepChart({ steps }: { steps: readonly TurnStep[] }) {
  const paid = steps.filter((step) => tokensOf(step) > 0);
  if (paid.length === 0) return null;
  const most = Math.max(...paid.map(tokensOf));
  return (
    <Section title="Tokens and cost by step">
      <table className="w-full text-[0.8125rem] tabular-nums">
        <thead className="sr-only">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Share</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {paid.map((step) => (
            <tr key={step.no} className="h-7">
              <th scope="row" className="w-20 text-left font-medium">
                {step.no}. {step.kind}
              </th>
              <td className="px-2">
                <Meter share={tokensOf(step) / most} className="block" />
              </td>
              <td className="w-24 text-right">{formatCount(tokensOf(step))}</td>
              <td className="w-20 text-right text-muted">{formatMicros(step.cost_micros)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function tokensOf(step: TurnStep): number {
  return step.input_tokens + step.output_tokens;
}
