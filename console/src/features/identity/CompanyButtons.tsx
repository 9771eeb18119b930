import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { waysInQuery } from "../../api/shared";
import { keepWayBack } from "../../api/wayBack";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** One button for each provider of the company; the browser goes there. */
export function CompanyButtons() {
  const { identity } = useTexts();
  const ways = useQuery(waysInQuery);
  const go = useMutation({
    mutationFn: (provider_id: number) =>
      answer(client.POST("/api/v1/session/providers/{provider_id}", { params: { path: { provider_id } } })),
    onSuccess: ({ url }) => {
      keepWayBack();
      window.location.assign(url);
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
