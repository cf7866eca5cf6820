import { clsx } from "clsx";
import { isLabelled } from "@/lib/scale";

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

const height = 176;
/** The share of its place that a bar takes. */
const fullness = 0.72;

interface PlotProps {
  bars: readonly Bar[];
  ticks: readonly number[];
  limit: number | undefined;
  active: number | null;
}

/** The bars and the lines behind them. Places are shares of the width, so that nothing has to be measured. */
export function Plot({ bars, ticks, limit, active }: PlotProps) {
  const top = ticks.at(-1) ?? 1;
  return (
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
            limit !== undefined && bar.value > limit ? "fill-danger" : "fill-accent",
            active !== null && active !== index && "opacity-45",
          )}
        />
      ))}
      {limit !== undefined && (
        <Line
          y={height * (1 - limit / top)}
          className="stroke-warning-text stroke-[1.5] [stroke-dasharray:4_3]"
        />
      )}
    </svg>
  );
}

interface AxisProps {
  ticks: readonly number[];
  format: (value: number) => string;
}

/** What the lines stand for. */
export function Axis({ ticks, format }: AxisProps) {
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

/** What some of the bars stand for, as many as have room on a phone. */
export function BarLabels({ bars }: { bars: readonly Bar[] }) {
  const last = bars.length - 1;
  return (
    <svg aria-hidden="true" width="100%" height="18" className="min-w-0 flex-1 overflow-visible">
      {bars.map(
        (bar, index) =>
          isLabelled(index, bars.length) && (
            <text
              key={bar.key}
              x={percent((index + 0.5) / bars.length)}
              y="13"
              // Many bars are narrower than a label, and the last one must not stick out.
              textAnchor={index === last && bars.length > 10 ? "end" : "middle"}
              className="fill-muted text-[0.6875rem]"
            >
              {bar.short}
            </text>
          ),
      )}
    </svg>
  );
}

function Line({ y, className }: { y: number; className: string }) {
  return <line x1="0" x2="100%" y1={y} y2={y} className={className} />;
}

/** Something as high as a share of the chart; what is there at all can be seen. */
function upright(share: number) {
  const tall = share > 0 ? Math.max(share * height, 2) : 0;
  return { y: height - tall, height: tall };
}

function percent(share: number): string {
  return `${share * 100}%`;
}
