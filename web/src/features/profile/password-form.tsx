import type { FormEvent } from "react";
import { changePassword } from "@/api/me";
import { Button } from "@/components/ui/button";
import { FormError, TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { optional, submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

const fields = ["current_password", "new_password"] as const;

export function PasswordForm({ email }: { email: string | null }) {
  const { mutate, isPending, error } = useMutation(changePassword);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { current_password, new_password } = submitted(event, ...fields);
    mutate(
      { current_password: optional(current_password), new_password },
      {
        onSuccess: () => {
          form.reset();
          toast("Your password was changed.");
        },
      },
    );
  };
  return (
    <Section
      title="Password"
      description={
        email === null
          ? "You need an email address to sign in with a password. An admin can add one under Members."
          : `Sign in with ${email} and this password, or with a sign-in link from an admin.`
      }
    >
      <form className="flex max-w-sm flex-col gap-4" onSubmit={onSubmit}>
        {/* Password managers look for the name the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={email ?? ""} readOnly hidden />
        <TextField
          name="current_password"
          type="password"
          label="Current password"
          hint="Leave it empty if you have none yet."
          autoComplete="current-password"
          failure={error}
        />
        <TextField
          name="new_password"
          type="password"
          label="New password"
          hint="At least 12 characters."
          autoComplete="new-password"
          required
          minLength={12}
          failure={error}
        />
        <FormError failure={error} fields={fields} />
        <Button type="submit" pending={isPending} className="self-start">
          Change password
        </Button>
      </form>
    </Section>
  );
}
