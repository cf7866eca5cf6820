import { Link } from "@tanstack/react-router";
import { redeemLink } from "@/api/me";
import { Button, buttonStyle } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { useMutation } from "@/lib/mutation";
import { signInFailure } from "./sign-in-failure";

/** Redeems only on a press: programs that preview links open them too, and must not use this one up. */
export function LinkForm({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const { mutate, isPending, error } = useMutation(redeemLink);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(token, { onSuccess: onSignedIn });
      }}
    >
      <FormError failure={signInFailure(error)} fields={[]} />
      <Button type="submit" variant="primary" size="large" pending={isPending}>
        Continue
      </Button>
      {error && (
        <Link to="/sign-in" className={buttonStyle({ variant: "ghost" })}>
          Sign in with a password
        </Link>
      )}
    </form>
  );
}
