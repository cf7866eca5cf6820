import { clsx } from "clsx";
import { type LucideIcon, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ModalDialog } from "@/components/ui/dialog";

export interface PickerEntry {
  label: string;
  /** What kind of thing it is. */
  group: string;
  icon: LucideIcon;
  /** What tells it from an entry of the same name. */
  id?: string;
}

interface PickerDialogProps<Entry> {
  title: string;
  /** What the text field is for. */
  field: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  entries: readonly Entry[];
  /** What is said when there is no entry. */
  nothing: string;
  onPick: (entry: Entry) => void;
  onClose: () => void;
}

/** A combobox over a list: focus stays in the text field, the arrow keys move the selection. */
export function PickerDialog<Entry extends PickerEntry>(props: PickerDialogProps<Entry>) {
  const { title, text, entries, onPick, onClose } = props;
  const id = useId();
  // By its name, since entries may come and go meanwhile; the first one without it.
  const [name, setName] = useState<string | null>(null);
  const selected = Math.max(
    0,
    entries.findIndex((entry) => nameOf(entry) === name),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[selected];
    if (event.key === "Enter") {
      event.preventDefault();
      if (entry) onPick(entry);
    }
    const next = moved(event.key, selected, entries);
    if (next) {
      event.preventDefault();
      setName(nameOf(next));
    }
  };
  return (
    <ModalDialog
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-[34rem] animate-rise overflow-hidden rounded-xl border border-line bg-raised"
    >
      <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={props.field}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${selected}` : undefined}
          placeholder={props.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            props.onText(event.currentTarget.value);
            setName(null);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-[0.9375rem] outline-none placeholder:text-muted"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto p-1.5">
        {entries.map((entry, index) => (
          <PickerOption
            key={nameOf(entry)}
            id={`${id}-${index}`}
            entry={entry}
            selected={index === selected}
            onHover={() => setName(nameOf(entry))}
            onPick={() => onPick(entry)}
          />
        ))}
      </div>
      <p role="status" className={clsx("text-center text-muted", entries.length === 0 && "px-4 pb-6")}>
        {entries.length === 0 && props.nothing}
      </p>
    </ModalDialog>
  );
}

interface PickerOptionProps {
  id: string;
  entry: PickerEntry;
  selected: boolean;
  onHover: () => void;
  onPick: () => void;
}

function PickerOption({
  id,
  entry: { icon: Icon, label, group },
  selected,
  onHover,
  onPick,
}: PickerOptionProps) {
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
      onClick={onPick}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 aria-selected:bg-hover"
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
      <span className="text-xs text-muted">{group}</span>
    </div>
  );
}

function nameOf({ id, group, label }: PickerEntry): string {
  return id ?? `${group} ${label}`;
}

/** What is selected after a key, wrapping at both ends; nothing for a key that does not move the selection. */
function moved<Entry>(key: string, index: number, entries: readonly Entry[]): Entry | undefined {
  switch (key) {
    case "ArrowDown":
      return entries[(index + 1) % entries.length];
    case "ArrowUp":
      return entries.at(index - 1);
    default:
      return undefined;
  }
}
