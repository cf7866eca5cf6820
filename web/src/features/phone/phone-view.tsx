import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Smartphone } from "lucide-react";
import { useState } from "react";
import { contactsQuery } from "@/api/contacts";
import { linesQuery } from "@/api/lines";
import { isAdmin, meQuery } from "@/api/me";
import { phoneQuery } from "@/api/phone";
import type { Contact, Line } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { SelectField, TextField } from "@/components/ui/field";
import { PhoneScreen } from "./phone-screen";

/** The phone, with whose it is and which line it writes to; or why there is none. */
export function PhoneView() {
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const { is_on: on } = useSuspenseQuery(phoneQuery).data;
  const lines = useSuspenseInfiniteQuery(linesQuery).data.pages.flatMap((page) => page.items);
  const contacts = useSuspenseInfiniteQuery(contactsQuery("")).data.pages.flatMap((page) => page.items);
  const carried = lines.filter(({ provider }) => provider === "loopback");
  if (!admin) {
    return (
      <EmptyState icon={Smartphone} title="For admins">
        <p>Whoever writes on this phone writes in a contact’s name. Only admins may.</p>
      </EmptyState>
    );
  }
  if (!on) {
    return (
      <EmptyState icon={Smartphone} title="The phone is off">
        <p>
          To try Steward out without a carrier, start it with <code>steward demo</code>, or switch on{" "}
          <code>sending.phone_on_screen</code> in its settings.
        </p>
      </EmptyState>
    );
  }
  if (carried.length === 0) {
    return (
      <EmptyState icon={Smartphone} title="No line to write to">
        <p>
          Add one under{" "}
          <Link to="/settings/lines" className="rounded-sm font-medium text-accent-text hover:underline">
            Lines
          </Link>{" "}
          with the provider “Phone on the screen”.
        </p>
      </EmptyState>
    );
  }
  return <Chosen lines={carried} people={withNumbers(contacts)} />;
}

interface Person {
  name: string;
  number: string;
}

function withNumbers(contacts: Contact[]): Person[] {
  return contacts.flatMap(({ name, identifiers }) =>
    identifiers
      .filter(({ kind }) => kind === "phone")
      .map(({ value }) => ({ name: name ?? value, number: value })),
  );
}

const another = "";

function Chosen({ lines, people }: { lines: Line[]; people: Person[] }) {
  const [lineId, setLineId] = useState(lines[0]?.id);
  const [picked, setPicked] = useState(people[0]?.number ?? another);
  const [typed, setTyped] = useState("");
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  const person = people.find(({ number }) => number === picked);
  const number = (person?.number ?? typed).replace(/[\s().-]/g, "");
  if (!line) return null;
  return (
    <div className="flex flex-1 flex-col gap-6 lg:flex-row lg:gap-10">
      <div className="flex flex-col gap-4 lg:w-72">
        {lines.length > 1 && (
          <SelectField
            name="line"
            label="Line"
            value={line.id}
            onChange={(event) => setLineId(event.currentTarget.value)}
          >
            {lines.map(({ id, label, address }) => (
              <option key={id} value={id}>
                {label} {address}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          name="person"
          label="Whose phone"
          value={person?.number ?? another}
          onChange={(event) => setPicked(event.currentTarget.value)}
        >
          {people.map((one) => (
            <option key={one.number} value={one.number}>
              {one.name === one.number ? one.number : `${one.name} ${one.number}`}
            </option>
          ))}
          <option value={another}>Another number</option>
        </SelectField>
        {!person && (
          <TextField
            name="number"
            label="Number"
            hint="With country code, such as +14155550123."
            autoComplete="off"
            inputMode="tel"
            defaultValue={typed}
            // Only once it is all there: the phone takes the focus when it changes hands.
            onBlur={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        )}
        <p className="text-muted">
          What you write here comes in as a text. Drafts and answers are in the{" "}
          <Link to="/inbox" className="rounded-sm font-medium text-accent-text hover:underline">
            Inbox
          </Link>
          . STOP, START and HELP count as they do on a real phone.
        </p>
      </div>
      <PhoneScreen
        key={`${line.id} ${number}`}
        line={line}
        number={/^\+[1-9]\d{6,14}$/.test(number) ? number : ""}
        name={person?.name ?? number}
      />
    </div>
  );
}
