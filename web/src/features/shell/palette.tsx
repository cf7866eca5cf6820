import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type LucideIcon, Monitor, Moon, Search, Sun } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ModalDialog } from "@/components/ui/dialog";
import { setTheme } from "@/lib/theme";
import { pageGroups, settingsPages } from "./pages";
import { matching, moved } from "./palette.logic";

interface Command {
  label: string;
  group: string;
  icon: LucideIcon;
  run: () => unknown;
}

/** A combobox over every page: focus stays in the text field, the arrow keys move the selection. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(0);
  const found = matching(useCommands(), text);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      run(found[selected]);
    }
    const next = moved(event.key, selected, found.length);
    if (next !== null) {
      event.preventDefault();
      setSelected(next);
    }
  };

  return (
    <ModalDialog
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-[34rem] animate-rise overflow-hidden rounded-xl border border-line bg-raised"
    >
      <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Go to a page or change the theme"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${selected}` : undefined}
          placeholder="Go to…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-[0.9375rem] outline-none placeholder:text-muted"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto p-1.5">
        {found.map((command, index) => (
          <PaletteOption
            key={`${command.group} ${command.label}`}
            id={`${id}-${index}`}
            command={command}
            selected={index === selected}
            onHover={() => setSelected(index)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <p role="status" className={clsx("text-center text-muted", found.length === 0 && "px-4 pb-6")}>
        {found.length === 0 && "Nothing matches."}
      </p>
    </ModalDialog>
  );
}

interface PaletteOptionProps {
  id: string;
  command: Command;
  selected: boolean;
  onHover: () => void;
  onRun: () => void;
}

function PaletteOption({
  id,
  command: { icon: Icon, label, group },
  selected,
  onHover,
  onRun,
}: PaletteOptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) ref.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above takes the keys for all options.
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseMove={onHover}
      onClick={onRun}
      className="flex h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 aria-selected:bg-hover"
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-4 text-muted" />
      <span className="flex-1">{label}</span>
      <span className="text-xs text-muted">{group}</span>
    </div>
  );
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const pages = pageGroups.flatMap((group) => group.pages).map((page) => ({ ...page, group: "Page" }));
  const settings = settingsPages.map((page) => ({ ...page, group: "Settings" }));
  return [
    ...[...pages, ...settings].map(({ to, ...rest }) => ({ ...rest, run: () => navigate({ to }) })),
    { label: "Light", group: "Theme", icon: Sun, run: () => setTheme("light") },
    { label: "Dark", group: "Theme", icon: Moon, run: () => setTheme("dark") },
    { label: "System", group: "Theme", icon: Monitor, run: () => setTheme("system") },
  ];
}
