import { useMutation } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useLocation } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { Page } from "../../components/page/Page";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** For the person who entered the address, signed in. The link is used up by the button, not by opening the page. */
export default function ConfirmAddressPage() {
  const { identity } = useTexts();
  const link = useLocation().hash.slice(1);
  const confirm = useMutation({
    mutationFn: () => answer(client.POST("/api/v1/email-confirmations", { body: { link: link || "-" } })),
  });
  return (
    <Page title={identity.confirmAddress}>
      {confirm.isError && <ErrorState error={confirm.error} />}
      {confirm.isSuccess ? (
        <Alert role="status" type="success" showIcon title={identity.addressConfirmed} />
      ) : (
        <Button
          type="primary"
          style={{ alignSelf: "flex-start" }}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {identity.confirmAddress}
        </Button>
      )}
    </Page>
  );
}
