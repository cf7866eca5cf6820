import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

const item =
  "flex h-9 cursor-default items-center gap-2.5 rounded-md px-2 text-text outline-none select-none data-highlighted:bg-hover md:h-8 [&_svg]:size-4 [&_svg]:text-muted";

type MenuProps = ComponentProps<typeof DropdownMenu.Content> & { trigger: ReactNode };

/**
 * Not modal: the modal kind locks scrolling with a style element, which the content security policy refuses. Not in a
 * portal: what stands outside an open modal dialog is inert, and a menu may be inside one.
 */
export function Menu({ trigger, children, ...content }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-40 min-w-56 animate-rise rounded-lg border border-line bg-raised p-1 shadow-float"
        {...content}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

export function MenuItem(props: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={item} {...props} />;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuLabel(props: ComponentProps<typeof DropdownMenu.Label>) {
  return <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted" {...props} />;
}

export const MenuRadioGroup = DropdownMenu.RadioGroup;

export function MenuRadioItem({ children, ...props }: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return (
    <DropdownMenu.RadioItem className={item} {...props}>
      {children}
      <DropdownMenu.ItemIndicator className="ml-auto">
        <Check aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
