import { Button } from "@/components/ui/button";
import { FormError, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";

interface SettingFormProps {
  label: string;
  name: string;
  value: string;
  autoComplete?: string;
  required?: boolean;
  pending: boolean;
  failure: unknown;
  onSave: (value: string) => void;
}

/** One text that is saved on its own. */
export function SettingForm(props: SettingFormProps) {
  const { label, name, value, autoComplete = "off", required = true, failure } = props;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => props.onSave(submitted(event, name)[name] ?? "")}
    >
      <div className="flex items-start gap-2">
        <TextField
          key={value}
          {...{ label, name, autoComplete, required, failure }}
          defaultValue={value}
          maxLength={200}
          className="max-w-sm flex-1"
        />
        <Button type="submit" pending={props.pending} size="field" className="mt-6.75">
          Save
        </Button>
      </div>
      <FormError failure={failure} fields={[name]} />
    </form>
  );
}
