import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { signInMethodsQuery } from "../../api/sharedQueries";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { useTexts } from "../../texts/language";

interface PasswordFoldProps {
  /** The fields of signing in with a password. */
  children: ReactNode;
  /** The other ways in. */
  otherMethods: ReactNode;
}

/** Folds the password fields below the company's buttons where only administrators may use passwords. */
export function PasswordFold({ children, otherMethods }: PasswordFoldProps) {
  const { companySignIn } = useTexts();
  const methods = useQuery(signInMethodsQuery);
  const [open, setOpen] = useState(false);
  if (methods.isPending) return <LoadingScreen />;
  const isFolded = methods.data?.local_sign_in === "administrators" && methods.data.providers.length > 0;
  if (!isFolded)
    return (
      <>
        {children}
        {otherMethods}
      </>
    );
  return (
    <>
      {otherMethods}
      <div style={{ marginTop: 16 }}>
        {open ? (
          children
        ) : (
          <Button type="link" block onClick={() => setOpen(true)}>
            {companySignIn.passwordFold}
          </Button>
        )}
      </div>
    </>
  );
}
