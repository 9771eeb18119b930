import { PlusOutlined } from "@ant-design/icons";
import { Button, Form, Input, type TableColumnsType } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useSession } from "../../api/session";
import type { NetworkList } from "../../api/types";
import { asSeen } from "../../api/version";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { FormDialog } from "../../components/dialogs/FormDialog";
import type { NamedSort, PageQuery } from "../../components/lists/listPage";
import { RowActions } from "../../components/lists/RowActions";
import { ServerTable } from "../../components/lists/ServerTable";
import { Page } from "../../components/page/Page";
import { WRONG_NETWORKS } from "../../components/rights/limitsText";
import { Networks } from "../../components/rights/Networks";
import { NetworksField } from "../../components/rights/NetworksField";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";

const load = (query: PageQuery<NamedSort>) => answer(client.GET("/api/v1/networks", { params: { query } }));

/** Named lists of networks, which limits name: everybody reads them, administrators change them. */
export default function NetworksPage() {
  const { frame, general, identity } = useTexts();
  const administrator = mayAdminister(useSession());
  const [edited, setEdited] = useState<NetworkList | "new">();
  const [doomed, setDoomed] = useState<NetworkList>();
  const create = administrator && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
      {identity.createNetworks}
    </Button>
  );
  const columns: TableColumnsType<NetworkList> = [
    { title: general.name, dataIndex: "name", key: "name", sorter: true },
    {
      title: identity.listedNetworks,
      dataIndex: "networks",
      key: "networks",
      render: (networks: string[]) => <Networks names={networks} />,
    },
    { title: general.remark, dataIndex: "remark", key: "remark" },
    { title: general.added, key: "id", sorter: true, render: (_, list) => <Moment at={list.add_time} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, list) => <RowActions edit={() => setEdited(list)} remove={() => setDoomed(list)} />,
    },
  ];
  return (
    <Page title={frame.networks} hint={identity.networksPageHint} actions={create}>
      <ServerTable<NetworkList, NamedSort>
        name={["networks", "list"]}
        load={load}
        columns={administrator ? columns : columns.filter(({ key }) => key !== "actions")}
        rowKey={(list) => list.id}
        search={general.search}
        empty={<EmptyState title={identity.noNetworks} hint={administrator ? identity.noNetworksHint : undefined} />}
      />
      {edited && <EditNetworks list={edited} close={() => setEdited(undefined)} />}
      {doomed && (
        <ConfirmDanger
          title={identity.deleteNetworks(doomed.name)}
          okText={general.delete}
          goes={identity.deleteNetworksGoes}
          run={() =>
            answer(
              client.DELETE("/api/v1/networks/{network_id}", {
                params: { path: { network_id: doomed.id }, header: asSeen(doomed) },
              }),
            )
          }
          close={() => setDoomed(undefined)}
        />
      )}
    </Page>
  );
}

interface Values {
  name: string;
  networks?: string[];
  remark?: string;
}

function EditNetworks({ list, close }: { list: NetworkList | "new"; close: () => void }) {
  const { general, identity } = useTexts();
  const fresh = list === "new";
  const submit = ({ name, networks = [], remark }: Values) =>
    fresh
      ? answer(client.POST("/api/v1/networks", { body: { name, networks, remark } }))
      : answer(
          client.PATCH("/api/v1/networks/{network_id}", {
            params: { path: { network_id: list.id }, header: asSeen(list) },
            body: { networks, remark },
          }),
        );
  return (
    <FormDialog<Values>
      title={fresh ? identity.createNetworks : `${general.edit} ${list.name}`}
      initial={fresh ? undefined : { ...list, remark: list.remark ?? "" }}
      submit={submit}
      fieldOf={{ ...WRONG_NETWORKS, exists: "name", invalid_name: "name" }}
      cancel={close}
    >
      <Form.Item name="name" label={general.name} rules={[{ required: true, message: general.required }]}>
        <Input maxLength={LIMITS.NewNetworkList.name.maxLength} autoComplete="off" disabled={!fresh} />
      </Form.Item>
      <NetworksField label={identity.listedNetworks} hint={identity.listedNetworksHint} plain />
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewNetworkList.remark.maxLength} />
      </Form.Item>
    </FormDialog>
  );
}
