import { useEffect, useState } from "react";
import { asProblem } from "../../api/problem";
import { readSignInMethods, signIn } from "../../api/signIn";
import type { Session, SignInMethods } from "../../api/types";
import { useTitle } from "../../components/page/useTitle";
import { PlainButton } from "../../components/plain/PlainButton";
import { PlainField, PlainForm } from "../../components/plain/PlainForm";
import { PlainProblem } from "../../components/plain/PlainProblem";
import { useCall } from "../../components/plain/useCall";
import { useStartTexts } from "../../texts/startTexts";
import { CompanyButtons } from "./CompanyButtons";
import { PasskeyButton } from "./PasskeyButton";
import { SecondFactorForm } from "./SecondFactorForm";

interface SignInProps {
  /** `initialSecret`: what was typed, if it must be changed first. */
  onDone: (session: Session, initialSecret?: string) => void;
}

/** User name and password, and the other ways in. Without antd, so that the first page is light. */
export function SignIn({ onDone }: SignInProps) {
  const { identity, general } = useStartTexts();
  useTitle(identity.signInTitle);
  const methods = useSignInMethods();
  const call = useCall(signIn, (session, { password }) =>
    onDone(session, session.must_change_password ? password : undefined),
  );
  if (call.error !== undefined && asProblem(call.error).code === "second_factor_needed")
    return <SecondFactorForm onDone={onDone} startAgain={call.reset} />;
  const fields = (
    <>
      <PlainField
        name="username"
        label={identity.username}
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PlainField name="password" label={identity.password} type="password" autoComplete="current-password" />
      {call.error !== undefined && <PlainProblem error={call.error} />}
      <PlainButton kind="primary" type="submit" pending={call.pending}>
        {identity.signIn}
      </PlainButton>
    </>
  );
  return (
    <PlainForm onSubmit={({ username = "", password = "" }) => call.start({ username, password })}>
      <h1>{identity.signInTitle}</h1>
      {methods ? (
        <WaysIn methods={methods} fields={fields} onDone={onDone} />
      ) : (
        <div role="status">{general.loading}</div>
      )}
    </PlainForm>
  );
}

/** Reads them once. If that fails, people can still sign in with a password. */
function useSignInMethods(): Partial<SignInMethods> | undefined {
  const [methods, setMethods] = useState<Partial<SignInMethods>>();
  useEffect(() => {
    readSignInMethods().then(setMethods, () => setMethods({}));
  }, []);
  return methods;
}

interface WaysInProps {
  methods: Partial<SignInMethods>;
  fields: React.ReactNode;
  onDone: (session: Session) => void;
}

/** The password's fields first; folded below the others where only administrators may use passwords. */
function WaysIn({ methods, fields, onDone }: WaysInProps) {
  const { identity } = useStartTexts();
  const { local_sign_in, providers = [], mail_is_on, registration_open } = methods;
  const [folded, setFolded] = useState(local_sign_in === "administrators" && providers.length > 0);
  const [fieldsFirst] = useState(!folded);
  const others = (
    <>
      <PasskeyButton onDone={onDone} />
      <CompanyButtons providers={providers} />
    </>
  );
  return (
    <>
      {fieldsFirst && fields}
      {others}
      {folded && (
        <PlainButton kind="link" onClick={() => setFolded(false)}>
          {identity.passwordFold}
        </PlainButton>
      )}
      {!fieldsFirst && !folded && fields}
      {(mail_is_on || registration_open) && (
        <nav className="links">
          {mail_is_on && <a href="/forgotten-password">{identity.forgotten}</a>}
          {registration_open && <a href="/register">{identity.askAccount}</a>}
          {registration_open && <a href="/register/status">{identity.toStatus}</a>}
        </nav>
      )}
    </>
  );
}
