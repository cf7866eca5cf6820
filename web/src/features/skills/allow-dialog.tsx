import { setSkillScripts } from "@/api/skills";
import type { Skill } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

/** Asks before scripts are allowed, and says what that means. */
export function AllowDialog({ skill, onClose }: { skill: Skill; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(setSkillScripts(skill.name));
  const onConfirm = () =>
    mutate(
      { allowed: true, sha256: skill.sha256 },
      {
        onSuccess: () => {
          toast(`The scripts of ${skill.name} can be run.`);
          onClose();
        },
      },
    );
  const scripts = skill.files.filter((file) => file.kind === "script").map((file) => file.path);
  return (
    <ConfirmDialog
      title={`Let agents run the scripts of ${skill.name}?`}
      action="Allow scripts"
      pending={isPending}
      failure={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Read {scripts.join(", ")} first. A script runs alone, without network and without your files, and a
      person is asked before every run. If any file of the skill is changed, this is taken back.
    </ConfirmDialog>
  );
}
