import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { Provider } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DataTable } from "../../components/lists/DataTable";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { EditProvider } from "./EditProvider";
import { GroupRoles } from "./GroupRoles";
import { ProviderKey } from "./ProviderKey";
import { ProviderTest } from "./ProviderTest";
import { providersQuery, removeProvider } from "./providers";

type Opened = { what: "edit" | "groups" | "test" | "key" | "delete"; provider: Provider } | { what: "new" };

/** The company's OpenID providers: set up, tested, mapped to roles. */
export default function ProvidersPage() {
  const { companySignIn } = useTexts();
  const providers = useQuery(providersQuery);
  const [opened, open] = useState<Opened>();
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ what: "new" })}>
      {companySignIn.create}
    </Button>
  );
  return (
    <Page title={companySignIn.title} hint={companySignIn.hint} actions={create}>
      <Loaded query={providers}>
        {({ items, redirect_uri }) => (
          <Flex vertical gap={16}>
            <Card size="small">
              <Typography.Text type="secondary">{companySignIn.redirectUri}</Typography.Text>
              <CopyBlock text={redirect_uri} label={companySignIn.redirectUri} />
            </Card>
            <ProviderTable providers={items} open={open} />
          </Flex>
        )}
      </Loaded>
      {opened && <Opened opened={opened} close={() => open(undefined)} />}
    </Page>
  );
}

function Opened({ opened, close }: { opened: Opened; close: () => void }) {
  const { companySignIn, general } = useTexts();
  if (opened.what === "new") return <EditProvider close={close} />;
  const { what, provider } = opened;
  if (what === "edit") return <EditProvider provider={provider} close={close} />;
  if (what === "groups") return <GroupRoles provider={provider} close={close} />;
  if (what === "key") return <ProviderKey provider={provider} close={close} />;
  if (what === "test") return <ProviderTest provider={provider} close={close} />;
  return (
    <ConfirmDanger
      title={companySignIn.deleteTitle(provider.name)}
      okText={general.delete}
      goes={companySignIn.deleteGoes}
      typed={provider.name}
      run={() => removeProvider(provider)}
      close={close}
    />
  );
}

function ProviderTable({ providers, open }: { providers: Provider[]; open: (opened: Opened) => void }) {
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
            of={provider}
            text={general.edit}
            said={companySignIn.groups}
            run={() => open({ what: "groups", provider })}
          />
        </Flex>
      ),
    },
    {
      title: general.actions,
      key: "actions",
      render: (_, provider) => (
        <Flex gap={8} wrap>
          <Action of={provider} text={companySignIn.test} run={() => open({ what: "test", provider })} />
          <Action of={provider} text={general.edit} run={() => open({ what: "edit", provider })} />
          <Action of={provider} text={companySignIn.key} run={() => open({ what: "key", provider })} />
          <Action of={provider} text={general.delete} danger run={() => open({ what: "delete", provider })} />
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
  of: Provider;
  text: string;
  /** What it is about, for screen readers. */
  said?: string;
  danger?: boolean;
  run: () => void;
}

function Action({ of, text, said, danger, run }: ActionProps) {
  const label = [text, said, of.name].filter(Boolean).join(": ");
  return (
    <Button size="small" danger={danger} aria-label={label} onClick={run}>
      {text}
    </Button>
  );
}
