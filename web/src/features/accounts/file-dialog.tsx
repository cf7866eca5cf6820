import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ModalDialog } from "@/components/ui/dialog";
import { FilePreview } from "./file-preview";
import type { Opened } from "./opened";

/** A file over the page. */
export function FileDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  return (
    <ModalDialog
      aria-label={opened.path}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-3xl animate-rise rounded-xl border border-line bg-raised"
    >
      <div className="flex flex-col gap-4 p-5">
        <FilePreview opened={opened} />
        <Button className="self-end" onClick={onClose}>
          <X aria-hidden /> Close
        </Button>
      </div>
    </ModalDialog>
  );
}
