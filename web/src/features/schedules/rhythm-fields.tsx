import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import type { Rhythm } from "./cron.logic";

const rhythms: { rhythm: Rhythm; label: string }[] = [
  { rhythm: "daily", label: "Every day" },
  { rhythm: "weekdays", label: "Monday to Friday" },
  { rhythm: "weekly", label: "Every week" },
  { rhythm: "monthly", label: "Every month" },
  { rhythm: "hourly", label: "Every hour" },
  { rhythm: "once", label: "Once" },
  { rhythm: "cron", label: "By a cron line" },
];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** When it is due: a rhythm people know, a cron line, or one moment. */
export function RhythmFields({ failure }: { failure: unknown }) {
  const [rhythm, setRhythm] = useState<Rhythm>("daily");
  return (
    <>
      <SelectField
        name="rhythm"
        label="When"
        value={rhythm}
        onChange={(event) => setRhythm(event.currentTarget.value as Rhythm)}
      >
        {rhythms.map(({ rhythm: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {rhythm === "once" ? (
        <TextField
          name="at"
          label="Moment"
          type="datetime-local"
          hint="In the time zone of this device."
          required
          failure={failure}
        />
      ) : (
        <Repeated rhythm={rhythm} failure={failure} />
      )}
    </>
  );
}

function Repeated({ rhythm, failure }: { rhythm: Rhythm; failure: unknown }) {
  return (
    <div className="flex flex-wrap gap-4">
      {rhythm === "weekly" && (
        <SelectField name="day" label="Day" className="min-w-32 flex-1">
          {weekdays.map((day, index) => (
            <option key={day} value={(index + 1) % 7}>
              {day}
            </option>
          ))}
        </SelectField>
      )}
      {rhythm === "monthly" && (
        <TextField
          name="day"
          label="Day of the month"
          type="number"
          min={1}
          max={31}
          defaultValue={1}
          required
          className="w-36"
        />
      )}
      {rhythm === "cron" ? (
        <TextField
          key="cron"
          name="cron"
          label="Cron line"
          hint="Minute, hour, day of the month, month, day of the week. 0 9 * * 1-5 is 9:00 on weekdays."
          defaultValue="0 9 * * 1-5"
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={100}
          failure={failure}
          className="basis-full"
        />
      ) : (
        <TextField
          key="time"
          name="time"
          label="Time"
          type="time"
          defaultValue="09:00"
          required
          className="w-32"
        />
      )}
      <TextField
        name="zone"
        label="Time zone"
        defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={100}
        failure={failure}
        className="min-w-40 flex-1"
      />
    </div>
  );
}
