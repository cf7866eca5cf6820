import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { ApiError } from "@/api/error";

const control =
  "w-full min-w-0 rounded-md border border-line-strong/60 bg-raised px-2.5 text-text transition-colors placeholder:text-muted hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What the last submission failed with; shown here only when the server named this field. */
  failure?: unknown;
  className?: string | undefined;
}

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "className"> & { name: string };

export function TextField({ label, hint, failure, className, ...input }: TextFieldProps) {
  const { id, error, described } = useField(input.name, hint, failure);
  return (
    <FieldFrame {...{ id, label, hint, error, className }}>
      <input
        id={id}
        dir={input.type === undefined ? "auto" : undefined}
        className={clsx(control, "h-9")}
        aria-invalid={error !== null}
        aria-describedby={described}
        {...input}
      />
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, "className"> & { name: string };

/** Grows with its text where the browser can do that, and has a handle everywhere. */
export function TextAreaField({ label, hint, failure, className, ...area }: TextAreaFieldProps) {
  const { id, error, described } = useField(area.name, hint, failure);
  return (
    <FieldFrame {...{ id, label, hint, error, className }}>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        className={clsx(control, "field-sizing-content max-h-96 min-h-20 resize-y py-2")}
        aria-invalid={error !== null}
        aria-describedby={described}
        {...area}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<"select">, "className"> & { name: string };

export function SelectField({ label, hint, failure, className, children, ...select }: SelectFieldProps) {
  const { id, error, described } = useField(select.name, hint, failure);
  return (
    <FieldFrame {...{ id, label, hint, error, className }}>
      <div className="relative">
        <select
          id={id}
          className={clsx(control, "h-9 cursor-pointer appearance-none pr-8")}
          aria-invalid={error !== null}
          aria-describedby={described}
          {...select}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted"
        />
      </div>
    </FieldFrame>
  );
}

type CheckFieldProps = Omit<ComponentProps<"input">, "className" | "type"> & { label: string; hint: string };

/** Yes or no, with a sentence that says what it means. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...input} />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{label}</span>
        <span className="text-[0.8125rem] text-muted">{hint}</span>
      </span>
    </label>
  );
}

/** What went wrong with a form as a whole. A failure that names one of `fields` is already shown at that field. */
export function FormError({ failure, fields }: { failure: unknown; fields: readonly string[] }) {
  const message = formMessage(failure, fields);
  return (
    <div role="alert" className="empty:hidden">
      {message !== null && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger">{message}</p>}
    </div>
  );
}

function formMessage(failure: unknown, fields: readonly string[]): string | null {
  if (failure === null || failure === undefined) return null;
  if (failure instanceof ApiError && failure.field !== null && fields.includes(failure.field)) return null;
  return failure instanceof Error ? failure.message : "Something went wrong.";
}

function useField(name: string, hint: ReactNode, failure: unknown) {
  const id = useId();
  const error = failure instanceof ApiError && failure.field === name ? failure.message : null;
  const described = [hint ? `${id}-hint` : null, error === null ? null : `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return { id, error, described: described || undefined };
}

function FieldFrame(props: {
  id: string;
  label: string;
  hint: ReactNode;
  error: string | null;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", props.className)}>
      <label htmlFor={props.id} className="font-medium">
        {props.label}
      </label>
      {props.children}
      {props.hint && (
        <p id={`${props.id}-hint`} className="text-[0.8125rem] text-muted">
          {props.hint}
        </p>
      )}
      {props.error !== null && (
        <p id={`${props.id}-error`} role="alert" className="text-[0.8125rem] text-danger">
          {props.error}
        </p>
      )}
    </div>
  );
}
