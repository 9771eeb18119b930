import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { rememberReturnPath } from "../../api/returnPath";
import { signInMethodsQuery } from "../../api/sharedQueries";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { beginSignIn, goToProvider } from "./providers";

/** One button for each provider of the company; the browser goes there. */
export function CompanyButtons() {
  const { identity } = useTexts();
  const methods = useQuery(signInMethodsQuery);
  const start = useMutation({
    mutationFn: beginSignIn,
    onSuccess: (target) => {
      rememberReturnPath();
      goToProvider(target);
    },
  });
  return (
    <>
      {methods.data?.providers.map((provider) => (
        <Button
          key={provider.id}
          block
          loading={start.isPending && start.variables === provider.id}
          onClick={() => start.mutate(provider.id)}
        >
          {identity.signInWith(provider.name)}
        </Button>
      ))}
      {start.isError && <ErrorState error={start.error} />}
    </>
  );
}
