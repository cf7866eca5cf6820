import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { modelsQuery } from "@/api/my-agent";
import { TextField } from "@/components/ui/field";

/** Which model answers. The ones that are set up are offered; the server takes no other. */
export function ModelField({ model, failure }: { model: string | null | undefined; failure: unknown }) {
  const id = useId();
  // A list that cannot be loaded offers nothing, and the field works all the same.
  const models = useQuery(modelsQuery).data ?? [];
  return (
    <>
      <TextField
        name="model"
        label="Model"
        hint="One of those the server is set up with. Empty for its usual one."
        defaultValue={model ?? ""}
        list={id}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        failure={failure}
        className="max-w-sm"
      />
      <datalist id={id}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
