import { useNavigate } from "@tanstack/react-router";
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { PickerDialog, type PickerEntry } from "@/components/picker-dialog";
import { matching } from "@/lib/matching";
import { setTheme } from "@/lib/theme";
import { settingsPages } from "./pages";
import { usePageGroups } from "./use-page-groups";

type Command = PickerEntry & { run: () => unknown };

/** Every page and theme, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const found = matching(useCommands(), text);
  return (
    <PickerDialog
      title="Go to"
      field="Go to a page or change the theme"
      placeholder="Go to…"
      nothing="Nothing matches."
      text={text}
      onText={setText}
      entries={found}
      onPick={(command) => {
        onClose();
        command.run();
      }}
      onClose={onClose}
    />
  );
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const pages = usePageGroups()
    .flatMap((group) => group.pages)
    .map((page) => ({ ...page, group: "Page" }));
  const settings = settingsPages.map((page) => ({ ...page, group: "Settings" }));
  return [
    ...[...pages, ...settings].map(({ to, ...rest }) => ({ ...rest, run: () => navigate({ to }) })),
    { label: "Light", group: "Theme", icon: Sun, run: () => setTheme("light") },
    { label: "Dark", group: "Theme", icon: Moon, run: () => setTheme("dark") },
    { label: "System", group: "Theme", icon: Monitor, run: () => setTheme("system") },
  ];
}
