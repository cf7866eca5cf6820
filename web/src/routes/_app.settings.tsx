import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SettingsNavigation } from "@/features/shell/settings-navigation";

export const Route = createFileRoute("/_app/settings")({
  component: () => (
    <div className="flex min-h-full flex-1 flex-col lg:flex-row">
      <SettingsNavigation />
      <div className="flex min-w-0 flex-1 flex-col *:w-full *:max-w-4xl">
        <Outlet />
      </div>
    </div>
  ),
});
