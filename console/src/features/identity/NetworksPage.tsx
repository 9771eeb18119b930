import { PlusOutlined } from "@ant-design/icons";
import { Button, Form, Input, type TableColumnsType } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useSession } from "../../api/session";
import type { NetworkList } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { FormDialog } from "../../components/dialogs/FormDialog";
import type { NamedSort, PageQuery } from "../../components/lists/listPage";
import { RowActions } from "../../components/lists/RowActions";
import { ServerTable } from "../../components/lists/ServerTable";
import { Page } from "../../components/page/Page";
import { NETWORK_FIELDS } from "../../components/rights/limitsText";
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
  const [listToEdit, setListToEdit] = useState<NetworkList | "new">();
  const [listToDelete, setListToDelete] = useState<NetworkList>();
  const createButton = administrator && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setListToEdit("new")}>
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
      render: (_, list) => <RowActions edit={() => setListToEdit(list)} remove={() => setListToDelete(list)} />,
    },
  ];
  return (
    <Page title={frame.networks} hint={identity.networksPageHint} actions={createButton}>
      <ServerTable<NetworkList, NamedSort>
        queryKey={["networks", "list"]}
        load={load}
        columns={administrator ? columns : columns.filter(({ key }) => key !== "actions")}
        rowKey={(list) => list.id}
        search={general.search}
        empty={<EmptyState title={identity.noNetworks} hint={administrator ? identity.noNetworksHint : undefined} />}
      />
      {listToEdit && <EditNetworks list={listToEdit} close={() => setListToEdit(undefined)} />}
      {listToDelete && (
        <ConfirmDanger
          title={identity.deleteNetworks(listToDelete.name)}
          okText={general.delete}
          losses={identity.deleteNetworksGoes}
          action={() =>
            answer(
              client.DELETE("/api/v1/networks/{network_id}", {
                params: { path: { network_id: listToDelete.id }, header: ifMatchHeader(listToDelete) },
              }),
            )
          }
          close={() => setListToDelete(undefined)}
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
  const isNew = list === "new";
  const submit = ({ name, networks = [], remark }: Values) =>
    isNew
      ? answer(client.POST("/api/v1/networks", { body: { name, networks, remark } }))
      : answer(
          client.PATCH("/api/v1/networks/{network_id}", {
            params: { path: { network_id: list.id }, header: ifMatchHeader(list) },
            body: { networks, remark },
          }),
        );
  return (
    <FormDialog<Values>
      title={isNew ? identity.createNetworks : `${general.edit} ${list.name}`}
      initial={isNew ? undefined : { ...list, remark: list.remark ?? "" }}
      submit={submit}
      fieldOf={{ ...NETWORK_FIELDS, exists: "name", invalid_name: "name" }}
      cancel={close}
    >
      <Form.Item name="name" label={general.name} rules={[{ required: true, message: general.required }]}>
        <Input maxLength={LIMITS.NewNetworkList.name.maxLength} autoComplete="off" disabled={!isNew} />
      </Form.Item>
      <NetworksField label={identity.listedNetworks} hint={identity.listedNetworksHint} plain />
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewNetworkList.remark.maxLength} />
      </Form.Item>
    </FormDialog>
  );
}
