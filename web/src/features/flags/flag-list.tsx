import { setFlag } from "@/api/flags";
import type { Flag } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { Switch } from "@/components/ui/switch";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";
import { Changed } from "./changed";
import { outOfReach, titles, whileOff } from "./flag-words.logic";

/** The switches below the main one. */
export function FlagList({ flags, editable }: { flags: Flag[]; editable: boolean }) {
  return (
    <List label="Switches">
      {flags.map((flag) => (
        <FlagRow key={flag.name} flag={flag} editable={editable} />
      ))}
    </List>
  );
}

function FlagRow({ flag, editable }: { flag: Flag; editable: boolean }) {
  const { mutate, isPending } = useMutation(setFlag(flag.name));
  const title = titles[flag.name];
  const why = outOfReach(flag);
  const onChange = (enabled: boolean) =>
    mutate(
      { enabled },
      {
        onSuccess: () => toast(`${title}: ${enabled ? "on" : "off"}.`),
        onError: (error) => toastFailure(error.message),
      },
    );
  return (
    <ListRow
      className="items-start!"
      title={
        <>
          {title}
          {(why || !flag.organisation) && <Badge tone="warning">Off</Badge>}
        </>
      }
      detail={
        <>
          <span className="block">{whileOff(flag)}</span>
          {why && <span className="block">{why}</span>}
          <Changed flag={flag} />
        </>
      }
      actions={
        <Switch
          label={title}
          checked={flag.organisation && !why}
          disabled={!editable || why !== undefined}
          pending={isPending}
          onChange={onChange}
        />
      }
    />
  );
}
