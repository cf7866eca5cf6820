import { clsx } from "clsx";
import { Meter } from "@/components/meter";
import { formatCount } from "@/lib/format";

export function CharacterMeter({ length, limit }: { length: number; limit: number }) {
  const over = length > limit;
  return (
    <p className="flex items-center gap-2 text-[0.8125rem] text-muted tabular-nums">
      <Meter share={length / Math.max(limit, 1)} over={over} className="w-20" />
      <span className={clsx(over && "font-medium text-danger")}>
        {formatCount(length)} of {formatCount(limit)} characters
      </span>
    </p>
  );
}
