import { type PointerEvent, useState } from "react";
import { ticksFor } from "@/lib/scale";
import { Axis, type Bar, BarLabels, Plot } from "./bar-plot";
import { BarTip } from "./bar-tip";

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** A value that is not to be passed. */
  limit?: number | undefined;
}

/**
 * Bars along an axis. One control lies over all of them: the pointer, a finger and the arrow keys go from bar to bar with
 * it, and a screen reader is told the bar's words. Whoever shows this also shows a table of the same figures.
 */
export function BarChart({ label, bars, format, limit }: BarChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const ticks = ticksFor(Math.max(limit ?? 0, ...bars.map((bar) => bar.value)));
  const shown = active === null ? undefined : bars[active];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 gap-2">
        <Axis {...{ ticks, format }} />
        <div className="relative min-w-0 flex-1 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <Plot {...{ bars, ticks, limit, active }} />
          <Reader {...{ label, bars, format, active }} onActive={setActive} />
          {shown && active !== null && (
            <BarTip title={shown.title} at={(active + 0.5) / bars.length}>
              <strong className="font-semibold text-text">{format(shown.value)}</strong>
              {shown.detail && <span>{shown.detail}</span>}
            </BarTip>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <span aria-hidden className="w-12 shrink-0" />
        <BarLabels bars={bars} />
      </div>
    </div>
  );
}

interface ReaderProps {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  active: number | null;
  onActive: (index: number | null) => void;
}

/** The control over the bars, which is felt and heard but not seen. It begins at the last one. */
function Reader({ label, bars, format, active, onActive }: ReaderProps) {
  const last = bars.length - 1;
  const index = active ?? last;
  const bar = bars[index];
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / Math.max(width, 1)) * bars.length);
    onActive(Math.min(Math.max(place, 0), last));
  };
  return (
    <input
      type="range"
      min={0}
      max={last}
      value={index}
      aria-label={label}
      aria-valuetext={bar && [`${bar.title}: ${format(bar.value)}`, bar.detail].filter(Boolean).join(", ")}
      onChange={(event) => onActive(event.currentTarget.valueAsNumber)}
      onFocus={() => onActive(index)}
      onBlur={() => onActive(null)}
      onPointerMove={point}
      onPointerUp={point}
      onPointerLeave={(event) => document.activeElement !== event.currentTarget && onActive(null)}
      className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
    />
  );
}
