import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { setSkillScripts } from "@/api/skills";
import type { Skill } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Disclosure } from "@/components/disclosure";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { Switch } from "@/components/ui/switch";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";
import { AllowDialog } from "./allow-dialog";

export function SkillList({ skills, editable }: { skills: Skill[]; editable: boolean }) {
  return (
    <List label="Skills">
      {skills.map((skill) => (
        <SkillRow key={skill.name} skill={skill} editable={editable} />
      ))}
    </List>
  );
}

function SkillRow({ skill, editable }: { skill: Skill; editable: boolean }) {
  return (
    <ListRow
      className="items-start!"
      title={
        <>
          {skill.name}
          {skill.source === "built_in" && <Badge>Built in</Badge>}
          {skill.scripts?.changed_since && <Badge tone="warning">Changed since</Badge>}
        </>
      }
      detail={
        <div className="flex flex-col gap-1.5">
          <span className="line-clamp-3">{skill.description}</span>
          <Scripts skill={skill} />
          {skill.files.length > 0 && <Files skill={skill} />}
        </div>
      }
      actions={skill.scripts && <ScriptsSwitch skill={skill} editable={editable} />}
    />
  );
}

/** What was said about its scripts. */
function Scripts({ skill: { scripts } }: { skill: Skill }) {
  if (!scripts) return null;
  if (!scripts.allowed_at) return <span>It has scripts, which are read and not run.</span>;
  const who = scripts.allowed_by?.name ?? "somebody who has left";
  return (
    <span>
      Scripts allowed by {who} <DateTime value={scripts.allowed_at} />
      {scripts.changed_since &&
        ". Its files were changed since: they are not run until somebody allows them again"}
      .
    </span>
  );
}

function Files({ skill }: { skill: Skill }) {
  const count = skill.files.length;
  return (
    <Disclosure summary={count === 1 ? "1 file" : `${count} files`}>
      <ul className="flex flex-col gap-0.5">
        {skill.files.map(({ path, kind }) => (
          <li key={path}>
            {skill.source === "workspace" ? (
              <Link
                to="/workspace/$"
                params={{ _splat: `skills/${skill.name}/${path}` }}
                className="text-accent-text underline"
              >
                {path}
              </Link>
            ) : (
              path
            )}
            {kind === "script" && " (script)"}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function ScriptsSwitch({ skill, editable }: { skill: Skill; editable: boolean }) {
  // As it was when it was asked: what comes in meanwhile was read by nobody, and the server refuses the old hash.
  const [asked, setAsked] = useState<Skill>();
  const { mutate, isPending } = useMutation(setSkillScripts(skill.name));
  const withdraw = () =>
    mutate(
      { allowed: false },
      {
        onSuccess: () => toast(`The scripts of ${skill.name} are not run any more.`),
        onError: (error) => toastFailure(error.message),
      },
    );
  return (
    <>
      <Switch
        label={`Run the scripts of ${skill.name}`}
        checked={skill.scripts?.allowed ?? false}
        disabled={!editable}
        pending={isPending}
        onChange={(allowed) => (allowed ? setAsked(skill) : withdraw())}
      />
      {asked && <AllowDialog skill={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
