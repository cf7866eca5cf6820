import type { ReactNode } from "react";
import { Logo } from "@/components/logo";

export function SignInFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="flex w-full max-w-[22rem] flex-col gap-7">
        <header className="flex flex-col items-center gap-4 text-center">
          <Logo className="size-10" />
          <div className="flex flex-col gap-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            <p className="text-balance text-muted">{lead}</p>
          </div>
        </header>
        <div className="rounded-xl border border-line bg-surface p-5 shadow-raised md:p-6">{children}</div>
      </div>
    </main>
  );
}
