import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { type Names, namesQuery } from "@/api/names";
import { schedulesQuery, switchSchedule } from "@/api/schedules";
import type { Schedule } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { List, ListRow } from "@/components/ui/list";
import { formatDateTime, plural } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";
import { readCron } from "./cron.logic";
import { DeleteScheduleButton } from "./delete-schedule-button";

/** Who is no admin is shown what they had an agent set up. */
export function ScheduleList({ admin }: { admin: boolean }) {
  const list = useSuspenseInfiniteQuery(schedulesQuery);
  const names = useSuspenseQuery(namesQuery).data;
  const schedules = list.data.pages.flatMap((page) => page.items);
  if (schedules.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title="No schedules">
        {admin ? (
          <p>
            A schedule tells an agent something at a time, once or again and again. Reminders are here too.
          </p>
        ) : (
          <p>
            Say it in a chat, such as “remind me tomorrow at 9 to call Ana”. What an agent sets up for you is
            here, to be switched off or deleted.
          </p>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <List label="Schedules">
        {schedules.map((schedule) => (
          <ScheduleRow key={schedule.id} {...{ schedule, names }} />
        ))}
      </List>
      <LoadMore {...list} />
    </>
  );
}

function ScheduleRow({ schedule, names }: { schedule: Schedule; names: Names }) {
  const over = !schedule.next_at;
  return (
    <ListRow
      title={
        <>
          {schedule.name}
          {over && <Badge>Over</Badge>}
          {!over && !schedule.enabled && <Badge>Off</Badge>}
          {schedule.missed > 0 && <Badge tone="warning">Missed {plural(schedule.missed, "time")}</Badge>}
        </>
      }
      detail={
        <>
          {names.agent(schedule.agent_id)} · {rhythmOf(schedule)}
          <span className="line-clamp-1">{makerOf(schedule, names)}</span>
          <span className="line-clamp-1">{schedule.text}</span>
        </>
      }
      meta={
        schedule.next_at &&
        schedule.enabled && (
          <>
            Next <DateTime value={schedule.next_at} />
          </>
        )
      }
      actions={
        <>
          {!over && <Switch schedule={schedule} />}
          <DeleteScheduleButton schedule={schedule} />
        </>
      }
    />
  );
}

function Switch({ schedule }: { schedule: Schedule }) {
  const { mutate, isPending } = useMutation(switchSchedule(schedule));
  const { name, enabled } = schedule;
  const onClick = () =>
    mutate(!enabled, {
      onSuccess: () => toast(`${name} is ${enabled ? "off" : "on"}.`),
      onError: (error) => toastFailure(error.message),
    });
  return (
    <Button
      variant="ghost"
      pending={isPending}
      aria-label={`${enabled ? "Switch off" : "Switch on"} ${name}`}
      onClick={onClick}
    >
      {enabled ? "Switch off" : "Switch on"}
    </Button>
  );
}

/** Who made it: a member, or an agent in one of its conversations. */
function makerOf({ created_by, made_in }: Schedule, names: Names): string {
  if (made_in) return `Set up by an agent in ${names.conversation(made_in)}`;
  const member = created_by ? names.anything(created_by) : undefined;
  return member ? `Made by ${member}` : "Made by somebody who is gone";
}

function rhythmOf({ cron, zone, next_at, last_at }: Schedule): string {
  if (cron) return `${readCron(cron)} (${zone})`;
  const at = next_at ?? last_at;
  return at ? `Once, ${formatDateTime(at)}` : "Once";
}
