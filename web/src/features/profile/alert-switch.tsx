import type { Me } from "@/api/types";
import { Section } from "@/components/ui/section";
import { Switch } from "@/components/ui/switch";
import { askPermission, type Permission, setDraftAlerts, useDraftAlerts } from "@/lib/draft-alerts";
import { toast, toastFailure } from "@/lib/toast";

const title = "Notification when drafts wait";

export function AlertSwitch({ me }: { me: Me }) {
  const { wanted, permission } = useDraftAlerts(me.member.id);
  const why = whyNot(permission);
  const onChange = async (on: boolean) => {
    if (on && !(await isAllowed())) return;
    setDraftAlerts(me.member.id, on);
    toast(on ? "This browser tells you of drafts." : "This browser tells you of no drafts.");
  };
  return (
    <Section
      title={title}
      description="In this browser, for as long as Steward is open in a tab, even one that you do not look at. It says whom a reply is for and how their text begins, and a click opens it."
    >
      <div className="flex items-center gap-3">
        <Switch
          label={title}
          checked={wanted && permission === "granted"}
          disabled={why !== undefined}
          pending={false}
          onChange={(on) => void onChange(on)}
        />
        <p className="max-w-prose text-muted">{why ?? "Your browser asks you once whether it may."}</p>
      </div>
    </Section>
  );
}

/** Whether notifications come: they are asked for here, and one is shown, since some browsers have the word and not the thing. */
async function isAllowed(): Promise<boolean> {
  if ((await askPermission()) !== "granted") {
    toastFailure("Your browser was told not to show notifications.");
    return false;
  }
  try {
    new Notification("Steward tells you here when drafts wait.", { tag: "steward-draft-alerts" });
    return true;
  } catch {
    toastFailure("This browser shows no notifications of pages.");
    return false;
  }
}

function whyNot(permission: Permission): string | undefined {
  if (permission === "unsupported") {
    return "This browser shows no notifications here. Most do where Steward is reached over https.";
  }
  if (permission === "denied") {
    return "Your browser was told to show no notifications of this site. You can change that in its settings for the site.";
  }
}
