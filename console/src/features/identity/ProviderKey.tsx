import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Popconfirm, Typography } from "antd";
import type { Provider } from "../../api/types";
import { Dialog } from "../../components/dialogs/Dialog";
import { useChange } from "../../components/page/useChange";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { providersQuery, renewKey } from "./providers";

/** The center's own key at a provider, which signs instead of a secret: its public half, and a new one. */
export function ProviderKey({ provider, close }: { provider: Provider; close: () => void }) {
  const { companySignIn } = useTexts();
  const renew = useChange(renewKey);
  const providers = useQuery(providersQuery);
  const jwk = providers.data?.items.find(({ id }) => id === provider.id)?.client_jwk;
  return (
    <Dialog
      title={companySignIn.keyTitle(provider.name)}
      onCancel={close}
      footer={
        <Popconfirm
          title={companySignIn.keyNew}
          description={companySignIn.keyGoes}
          onConfirm={() => renew.mutate(provider.id)}
        >
          <Button danger loading={renew.isPending}>
            {companySignIn.keyNew}
          </Button>
        </Popconfirm>
      }
    >
      <Flex vertical gap={12}>
        <Typography.Text>{companySignIn.keyHint}</Typography.Text>
        {jwk ? (
          <CopyBlock text={JSON.stringify(jwk, null, 2)} label={companySignIn.keyPublic} />
        ) : (
          <Typography.Text type="secondary">{companySignIn.keyNone}</Typography.Text>
        )}
      </Flex>
    </Dialog>
  );
}
