import { formatDateTime, formatRelative } from "@/lib/format";

export function DateTime({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatRelative(value, new Date())}
    </time>
  );
}
