import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Bot } from "lucide-react";
import { expect, test, vi } from "vitest";
import { PickerDialog } from "./picker-dialog";

const entries = ["One", "Two", "Three"].map((label) => ({ label, group: "Number", icon: Bot }));

test("the selection wraps at both ends, and Enter picks it", async () => {
  const onPick = vi.fn();
  const rest = { title: "Numbers", field: "Find", placeholder: "", nothing: "None", text: "" };
  render(<PickerDialog {...rest} {...{ entries, onPick }} onText={() => {}} onClose={() => {}} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox"));
  const selected = () => screen.getByRole("option", { selected: true }).textContent;
  expect(selected()).toBe("OneNumber");
  await user.keyboard("{ArrowUp}");
  expect(selected()).toBe("ThreeNumber");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(selected()).toBe("TwoNumber");
  await user.keyboard("{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith(entries[1]);
});

test("what is selected stays selected when entries come before it", async () => {
  const onPick = vi.fn();
  const rest = { title: "Numbers", field: "Find", placeholder: "", nothing: "None", text: "" };
  const dialog = (some: typeof entries) => (
    <PickerDialog {...rest} entries={some} onPick={onPick} onText={() => {}} onClose={() => {}} />
  );
  const { rerender } = render(dialog(entries.slice(1)));
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox"));
  await user.keyboard("{ArrowUp}");
  rerender(dialog(entries));
  expect(screen.getByRole("option", { selected: true })).toHaveTextContent("ThreeNumber");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith(entries[0]);
});
