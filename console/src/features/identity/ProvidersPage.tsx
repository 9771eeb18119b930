import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { Provider } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DataTable } from "../../components/lists/DataTable";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { EditProvider } from "./EditProvider";
import { GroupRoles } from "./GroupRoles";
import { ProviderKey } from "./ProviderKey";
import { ProviderTest } from "./ProviderTest";
import { providersQuery, removeProvider } from "./providers";

type DialogState = { kind: "edit" | "groups" | "test" | "key" | "delete"; provider: Provider } | { kind: "new" };

/** The company's OpenID providers: set up, tested, mapped to roles. */
export default function ProvidersPage() {
  const { companySignIn } = useTexts();
  const providers = useQuery(providersQuery);
  const [dialog, setDialog] = useState<DialogState>();
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: "new" })}>
      {companySignIn.create}
    </Button>
  );
  return (
    <Page title={companySignIn.title} hint={companySignIn.hint} actions={create}>
      <QueryView query={providers}>
        {({ items, redirect_uri }) => (
          <Flex vertical gap={16}>
            <Card size="small">
              <Typography.Text type="secondary">{companySignIn.redirectUri}</Typography.Text>
              <CopyBlock text={redirect_uri} label={companySignIn.redirectUri} />
            </Card>
            <ProviderTable providers={items} open={setDialog} />
          </Flex>
        )}
      </QueryView>
      {dialog && <ProviderDialog dialog={dialog} close={() => setDialog(undefined)} />}
    </Page>
  );
}

function ProviderDialog({ dialog, close }: { dialog: DialogState; close: () => void }) {
  const { companySignIn, general } = useTexts();
  if (dialog.kind === "new") return <EditProvider close={close} />;
  const { kind, provider } = dialog;
  if (kind === "edit") return <EditProvider provider={provider} close={close} />;
  if (kind === "groups") return <GroupRoles provider={provider} close={close} />;
  if (kind === "key") return <ProviderKey provider={provider} close={close} />;
  if (kind === "test") return <ProviderTest provider={provider} close={close} />;
  return (
    <ConfirmDanger
      title={companySignIn.deleteTitle(provider.name)}
      okText={general.delete}
      losses={companySignIn.deleteGoes}
      nameToType={provider.name}
      action={() => removeProvider(provider)}
      close={close}
    />
  );
}

function ProviderTable({ providers, open }: { providers: Provider[]; open: (dialog: DialogState) => void }) {
  const { companySignIn, general } = useTexts();
  const columns: TableColumnsType<Provider> = [
    { title: general.name, dataIndex: "name", key: "name" },
    { title: companySignIn.issuer, dataIndex: "issuer", key: "issuer" },
    { title: companySignIn.clientId, dataIndex: "client_id", key: "client_id" },
    {
      title: general.status,
      key: "enabled",
      render: (_, { enabled }) => (
        <Tag color={enabled ? "green" : "default"}>{enabled ? companySignIn.enabled : companySignIn.disabled}</Tag>
      ),
    },
    {
      title: companySignIn.groups,
      key: "groups",
      render: (_, provider) => (
        <Flex gap={8} align="center" wrap>
          <span>{companySignIn.mapped(provider.groups.length)}</span>
          <Action
            provider={provider}
            text={general.edit}
            subject={companySignIn.groups}
            run={() => open({ kind: "groups", provider })}
          />
        </Flex>
      ),
    },
    {
      title: general.actions,
      key: "actions",
      render: (_, provider) => (
        <Flex gap={8} wrap>
          <Action provider={provider} text={companySignIn.test} run={() => open({ kind: "test", provider })} />
          <Action provider={provider} text={general.edit} run={() => open({ kind: "edit", provider })} />
          <Action provider={provider} text={companySignIn.key} run={() => open({ kind: "key", provider })} />
          <Action provider={provider} text={general.delete} danger run={() => open({ kind: "delete", provider })} />
        </Flex>
      ),
    },
  ];
  return (
    <DataTable<Provider>
      rowKey="id"
      pagination={false}
      dataSource={providers}
      columns={columns}
      locale={{ emptyText: <EmptyState title={companySignIn.none} hint={companySignIn.noneHint} /> }}
    />
  );
}

interface ActionProps {
  provider: Provider;
  text: string;
  /** What it is about, for screen readers. */
  subject?: string;
  danger?: boolean;
  run: () => void;
}

function Action({ provider, text, subject, danger, run }: ActionProps) {
  const label = [text, subject, provider.name].filter(Boolean).join(": ");
  return (
    <Button size="small" danger={danger} aria-label={label} onClick={run}>
      {text}
    </Button>
  );
}
