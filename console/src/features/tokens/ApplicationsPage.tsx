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
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { applicationsQuery, consentOf, deleteApplication } from "./applications";
import { EditApplication } from "./EditApplication";
import { LastRefusal } from "./LastRefusal";

/** Applications that people sign in to: administrators register them, with exact addresses. */
export default function ApplicationsPage() {
  const { applications, general } = useTexts();
  const query = useQuery(applicationsQuery);
  const [applicationToEdit, setApplicationToEdit] = useState<Application | "new">();
  const [applicationToDelete, setApplicationToDelete] = useState<Application>();
  const createButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setApplicationToEdit("new")}>
      {applications.create}
    </Button>
  );
  return (
    <Page title={applications.title} hint={applications.hint} actions={createButton}>
      <QueryView query={query}>
        {({ items, audiences }) => (
          <>
            <ApplicationTable rows={items} edit={setApplicationToEdit} remove={setApplicationToDelete} />
            {applicationToEdit && (
              <EditApplication
                application={applicationToEdit}
                availableAudiences={audiences}
                close={() => setApplicationToEdit(undefined)}
              />
            )}
          </>
        )}
      </QueryView>
      {applicationToDelete && (
        <ConfirmDanger
          title={applications.deleteTitle(applicationToDelete.name)}
          okText={general.delete}
          losses={applications.deleteGoes}
          action={() => deleteApplication(applicationToDelete)}
          close={() => setApplicationToDelete(undefined)}
        />
      )}
    </Page>
  );
}

interface ApplicationTableProps {
  rows: Application[];
  edit: (application: Application) => void;
  remove: (application: Application) => void;
}

function ApplicationTable({ rows, edit, remove }: ApplicationTableProps) {
  const { applications, general, tokens } = useTexts();
  const columns: TableColumnsType<Application> = [
    { title: general.name, dataIndex: "name", key: "name" },
    {
      title: applications.clientId,
      key: "client",
      render: (_, application) => (
        <>
          <Typography.Text code copyable={{ text: application.client_id }}>
            {application.client_id}
          </Typography.Text>
          {application.last_refusal && <div>{tokens.lastRefusal}:</div>}
          {application.last_refusal && <LastRefusal refusal={application.last_refusal} />}
        </>
      ),
    },
    { title: applications.kind, key: "kind", render: (_, application) => <Kind application={application} /> },
    {
      title: applications.redirects,
      key: "redirects",
      render: (_, application) => (
        <Flex vertical>
          {application.redirect_uris.map((uri) => (
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
      render: (_, application) =>
        application.built_in ? null : <RowActions edit={() => edit(application)} remove={() => remove(application)} />,
    },
  ];
  if (rows.length === 0) return <EmptyState title={applications.none} hint={applications.noneHint} />;
  return <DataTable size="small" columns={columns} dataSource={rows} rowKey="id" pagination={false} />;
}

/** Public or with credentials, which are those of its service user; and whether it asks for consent. */
function Kind({ application }: { application: Application }) {
  const { applications } = useTexts();
  const { kinds, consent } = applications;
  return (
    <Flex vertical gap={4} align="flex-start">
      <span>{application.built_in ? kinds.builtIn : application.confidential ? kinds.confidential : kinds.public}</span>
      {application.service_id && (
        <Link to={`/users/${application.service_id}/credentials`}>{applications.credentials}</Link>
      )}
      <Tag>{consent[consentOf(application)]}</Tag>
    </Flex>
  );
}
