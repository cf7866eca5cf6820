import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { workspaceKeys } from "./workspace-keys";

export const skillsQuery = queryOptions({
  queryKey: workspaceKeys.skills,
  queryFn: ({ signal }) => unwrap(client.GET("/api/skills", { signal })),
});

export const setSkillScripts = (name: string) =>
  mutationOptions({
    mutationFn: (body: { allowed: boolean; sha256?: string }) =>
      unwrap(client.PUT("/api/skills/{name}/scripts", { params: { path: { name } }, body })),
    // Also after a refusal: the files may have changed meanwhile.
    onSettled: (_data, _error, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: workspaceKeys.skills }),
  });
