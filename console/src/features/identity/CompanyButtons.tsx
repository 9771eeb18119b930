import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { waysInQuery } from "../../api/shared";
import { keepWayBack } from "../../api/wayBack";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { beginSignIn, leaveFor } from "./providers";

/** One button for each provider of the company; the browser goes there. */
export function CompanyButtons() {
  const { identity } = useTexts();
  const ways = useQuery(waysInQuery);
  const go = useMutation({
    mutationFn: beginSignIn,
    onSuccess: (begun) => {
      keepWayBack();
      leaveFor(begun);
    },
  });
  return (
    <>
      {ways.data?.providers.map((one) => (
        <Button key={one.id} block loading={go.isPending && go.variables === one.id} onClick={() => go.mutate(one.id)}>
          {identity.signInWith(one.name)}
        </Button>
      ))}
      {go.isError && <ErrorState error={go.error} />}
    </>
  );
}
