import { clsx } from "clsx";
import { type PointerEvent, useState } from "react";
import { isLabelled, ticksFor } from "@/lib/scale";
import { BarTip } from "./bar-tip";

export interface Bar {
  key: string;
  /** Below the axis. */
  short: string;
  /** In the tooltip. */
  title: string;
  value: number;
  /** The rest of what the tooltip says. */
  detail?: string;
}

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** A value that is not to be passed. */
  limit?: { value: number; label: string } | undefined;
}

const height = 176;
/** The share of its place that a bar takes. */
const fullness = 0.72;

/**
 * Bars along an axis. One control lies over all of them: the pointer, a finger and the arrow keys go from bar to bar with
 * it, and a screen reader is told the bar's words. Whoever shows this also shows a table of the same figures.
 */
export function BarChart({ label, bars, format, limit }: BarChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const ticks = ticksFor(Math.max(limit?.value ?? 0, ...bars.map((bar) => bar.value)));
  const top = ticks.at(-1) ?? 1;
  const shown = active === null ? undefined : bars[active];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 gap-2">
        <Axis ticks={ticks} format={format} />
        <div className="relative min-w-0 flex-1 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
            {ticks.map((tick) => (
              <Line key={tick} y={height * (1 - tick / top)} className="stroke-line" />
            ))}
            {bars.map((bar, index) => (
              <rect
                key={bar.key}
                x={percent((index + (1 - fullness) / 2) / bars.length)}
                width={percent(fullness / bars.length)}
                {...upright(bar.value / top)}
                rx="2"
                className={clsx(
                  "transition-colors",
                  limit && bar.value > limit.value ? "fill-danger" : "fill-accent",
                  active !== null && active !== index && "opacity-45",
                )}
              />
            ))}
            {limit && (
              <Line
                y={height * (1 - limit.value / top)}
                className="stroke-warning-text stroke-[1.5] [stroke-dasharray:4_3]"
              />
            )}
          </svg>
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
        <svg aria-hidden="true" width="100%" height="18" className="min-w-0 flex-1 overflow-visible">
          {bars.map(
            (bar, index) =>
              isLabelled(index, bars.length) && (
                <text
                  key={bar.key}
                  x={percent((index + 0.5) / bars.length)}
                  y="13"
                  textAnchor={index === bars.length - 1 && bars.length > 10 ? "end" : "middle"}
                  className="fill-muted text-[0.6875rem]"
                >
                  {bar.short}
                </text>
              ),
          )}
        </svg>
      </div>
    </div>
  );
}

function Axis({ ticks, format }: { ticks: readonly number[]; format: (value: number) => string }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <svg aria-hidden="true" width="48" height={height} className="shrink-0 overflow-visible">
      {ticks.map((tick) => (
        <text
          key={tick}
          x="48"
          y={height * (1 - tick / top) + 4}
          textAnchor="end"
          className="fill-muted text-[0.6875rem] tabular-nums"
        >
          {format(tick)}
        </text>
      ))}
    </svg>
  );
}

function Line({ y, className }: { y: number; className: string }) {
  return <line x1="0" x2="100%" y1={y} y2={y} className={className} />;
}

interface ReaderProps {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  active: number | null;
  onActive: (index: number | null) => void;
}

/** The control over the bars, which is felt and heard but not seen. */
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

/** Something as high as a share of the chart; what is there at all can be seen. */
function upright(share: number) {
  const tall = share > 0 ? Math.max(share * height, 2) : 0;
  return { y: height - tall, height: tall };
}

function percent(share: number): string {
  return `${share * 100}%`;
}
