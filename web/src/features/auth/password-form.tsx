import { signIn } from "@/api/me";
import { Button } from "@/components/ui/button";
import { FormError, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { signInFailure } from "./sign-in-failure";

export function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { mutate, isPending, error } = useMutation(signIn);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => mutate(submitted(event, "email", "password"), { onSuccess: onSignedIn })}
    >
      <TextField name="email" type="email" label="Email" autoComplete="username" required autoFocus />
      <TextField name="password" type="password" label="Password" autoComplete="current-password" required />
      <FormError failure={signInFailure(error)} fields={[]} />
      <Button type="submit" variant="primary" size="large" pending={isPending}>
        Sign in
      </Button>
    </form>
  );
}
