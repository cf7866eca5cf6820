/** Every query key of the workspace, apart from the others because no first page needs them. */
export const workspaceKeys = {
  all: ["workspace"],
  // They are files of the workspace: whoever changes one may have changed a skill.
  skills: ["workspace", "skills"],
  folders: ["workspace", "folders"],
  folder: (path: string) => ["workspace", "folders", path],
  file: (path: string) => ["workspace", "file", path],
  history: (path: string) => ["workspace", "history", path],
  revision: (path: string, revision: number) => ["workspace", "revision", path, revision],
} as const;
