import { createFileRoute, useRouter } from "@tanstack/react-router";
import { LinkForm } from "@/features/auth/link-form";
import { PasswordForm } from "@/features/auth/password-form";
import { SignInFrame } from "@/features/auth/sign-in-frame";
import { safeReturnPath } from "@/lib/return-path";
import { titled } from "@/lib/title";

interface SignInSearch {
  token?: string;
  return_to?: string;
}

export const Route = createFileRoute("/sign-in")({
  // The router reads a token of digits alone as a number.
  validateSearch: (search: Record<string, unknown>): SignInSearch => ({
    ...(search.token !== undefined && { token: String(search.token) }),
    ...(search.return_to !== undefined && { return_to: safeReturnPath(search.return_to) }),
  }),
  head: () => titled("Sign in"),
  component: SignIn,
});

function SignIn() {
  const { token, return_to } = Route.useSearch();
  const router = useRouter();
  // Replacing takes a used token out of the history.
  const onSignedIn = () => router.history.replace(safeReturnPath(return_to));
  return token === undefined ? (
    <SignInFrame title="Sign in to Steward" lead="Use your email address and password, or a sign-in link.">
      <PasswordForm onSignedIn={onSignedIn} />
    </SignInFrame>
  ) : (
    <SignInFrame title="Sign in to Steward" lead="Your link works once. Press Continue to use it.">
      <LinkForm token={token} onSignedIn={onSignedIn} />
    </SignInFrame>
  );
}
