import { type ReactNode, useId } from "react";

/** A titled block of a settings page. */
export function Section(props: { title: string; description?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 md:p-5"
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-[0.9375rem] font-semibold tracking-tight">
          {props.title}
        </h2>
        {props.description && <p className="max-w-prose text-muted">{props.description}</p>}
      </div>
      {props.children}
    </section>
  );
}
