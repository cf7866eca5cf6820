import { CircleSlash, Clock, Paperclip } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MessageFile } from "@/api/types";
import { formatBytes } from "@/lib/format";
import { isPicture } from "./words.logic";

interface MessageFilesProps {
  files: readonly MessageFile[];
  /** Who sent them. */
  who: string;
}

/** What came with a text: pictures as pictures, everything else to be downloaded. */
export function MessageFiles({ files, who }: MessageFilesProps) {
  return (
    <ul aria-label="Files" className="flex max-w-full flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.name} className="max-w-full">
          <OneFile file={file} who={who} />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ file, who }: { file: MessageFile; who: string }) {
  // What says that it is a picture may be none: the server sends it as a file then, and no browser shows it.
  const [broken, setBroken] = useState(false);
  if (file.state === "waiting") {
    return (
      <Chip icon={<Clock aria-hidden />}>
        {file.name} <span className="text-muted">is still with the carrier</span>
      </Chip>
    );
  }
  if (file.state === "gone" || !file.url) {
    return (
      <Chip icon={<CircleSlash aria-hidden />}>
        {file.name} <span className="text-muted">could not be fetched from the carrier</span>
      </Chip>
    );
  }
  if (isPicture(file) && !broken) {
    return (
      <a href={file.url} target="_blank" rel="noopener noreferrer" className="block max-w-full rounded-lg">
        <img
          src={file.url}
          alt={`${file.name} from ${who}`}
          loading="lazy"
          onError={() => setBroken(true)}
          className="max-h-64 min-h-12 min-w-12 max-w-full rounded-lg bg-sunken object-contain"
        />
      </a>
    );
  }
  return (
    <a href={file.url} download={file.name} className="max-w-full rounded-lg hover:underline">
      <Chip icon={<Paperclip aria-hidden />}>
        {file.name} <span className="text-muted">{formatBytes(file.size ?? 0)}</span>
      </Chip>
    </a>
  );
}

function Chip({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-[0.8125rem] [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  );
}
