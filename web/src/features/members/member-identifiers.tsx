import { addMemberIdentifier, removeMemberIdentifier } from "@/api/members";
import type { Member } from "@/api/types";
import { Identifiers } from "@/components/identifiers";
import { useMutation } from "@/lib/mutation";

export function MemberIdentifiers({ member, editable }: { member: Member; editable: boolean }) {
  const add = useMutation(addMemberIdentifier(member.id));
  const remove = useMutation(removeMemberIdentifier(member.id));
  return <Identifiers name={member.name} identifiers={member.identifiers} {...{ editable, add, remove }} />;
}
