import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import type { Application } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DataTable } from "../../components/lists/DataTable";
import { RowActions } from "../../components/lists/RowActions";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { applicationsQuery, consentOf, remove } from "./applications";
import { EditApplication } from "./EditApplication";
import { LastRefusal } from "./LastRefusal";

/** Applications that people sign in to: administrators register them, with exact addresses. */
export default function ApplicationsPage() {
  const { applications, general } = useTexts();
  const found = useQuery(applicationsQuery);
  const [edited, setEdited] = useState<Application | "new">();
  const [doomed, setDoomed] = useState<Application>();
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
      {applications.create}
    </Button>
  );
  return (
    <Page title={applications.title} hint={applications.hint} actions={create}>
      <Loaded query={found}>
        {({ items, audiences }) => (
          <>
            <Rows rows={items} edit={setEdited} remove={setDoomed} />
            {edited && <EditApplication of={edited} possible={audiences} close={() => setEdited(undefined)} />}
          </>
        )}
      </Loaded>
      {doomed && (
        <ConfirmDanger
          title={applications.deleteTitle(doomed.name)}
          okText={general.delete}
          goes={applications.deleteGoes}
          run={() => remove(doomed)}
          close={() => setDoomed(undefined)}
        />
      )}
    </Page>
  );
}

interface RowsProps {
  rows: Application[];
  edit: (one: Application) => void;
  remove: (one: Application) => void;
}

function Rows({ rows, edit, remove: doom }: RowsProps) {
  const { applications, general, tokens } = useTexts();
  const columns: TableColumnsType<Application> = [
    { title: general.name, dataIndex: "name", key: "name" },
    {
      title: applications.clientId,
      key: "client",
      render: (_, one) => (
        <>
          <Typography.Text code copyable={{ text: one.client_id }}>
            {one.client_id}
          </Typography.Text>
          {one.last_refusal && <div>{tokens.lastRefusal}:</div>}
          {one.last_refusal && <LastRefusal of={one.last_refusal} />}
        </>
      ),
    },
    { title: applications.kind, key: "kind", render: (_, one) => <Kind of={one} /> },
    {
      title: applications.redirects,
      key: "redirects",
      render: (_, one) => (
        <Flex vertical>
          {one.redirect_uris.map((uri) => (
            <span key={uri} className="mono" style={{ overflowWrap: "anywhere" }}>
              {uri}
            </span>
          ))}
        </Flex>
      ),
    },
    {
      title: general.actions,
      key: "actions",
      render: (_, one) => (one.built_in ? null : <RowActions edit={() => edit(one)} remove={() => doom(one)} />),
    },
  ];
  if (rows.length === 0) return <EmptyState title={applications.none} hint={applications.noneHint} />;
  return <DataTable size="small" columns={columns} dataSource={rows} rowKey="id" pagination={false} />;
}

/** Public or with credentials, which are those of its service user; and whether it asks for consent. */
function Kind({ of }: { of: Application }) {
  const { applications } = useTexts();
  const { kinds, consent } = applications;
  return (
    <Flex vertical gap={4} align="flex-start">
      <span>{of.built_in ? kinds.builtIn : of.confidential ? kinds.confidential : kinds.public}</span>
      {of.service_id && <Link to={`/users/${of.service_id}/credentials`}>{applications.credentials}</Link>}
      <Tag>{consent[consentOf(of)]}</Tag>
    </Flex>
  );
}
