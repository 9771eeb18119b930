import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Flex, Typography } from "antd";
import { Link, useLocation } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** A press, not a mere visit, uses the link up: scanners of mailboxes visit links, too. */
export default function ConfirmAddressPage() {
  const { identity } = useTexts();
  useTitle(identity.confirmAddress);
  const link = useLocation().hash.slice(1);
  const confirm = useMutation({
    mutationFn: () => answer(client.POST("/api/v1/email-confirmations", { body: { link: link || "-" } })),
  });
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
        {identity.confirmAddress}
      </Typography.Title>
      {confirm.isError && <ErrorState error={confirm.error} />}
      {confirm.isSuccess ? (
        <Alert role="status" type="success" showIcon title={identity.addressConfirmed} />
      ) : (
        <Button type="primary" block loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {identity.confirmAddress}
        </Button>
      )}
      <Link to="/">{identity.toConsole}</Link>
    </Flex>
  );
}
