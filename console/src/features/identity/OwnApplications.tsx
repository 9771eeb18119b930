import { useQuery } from "@tanstack/react-query";
import { Button, Card, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { OwnApplication } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { useChange } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

const load = async () => (await answer(client.GET("/api/v1/session/applications"))).items;
const endAccess = (family_id: number) =>
  answer(client.DELETE("/api/v1/session/applications/{family_id}", { params: { path: { family_id } } }));

/** The applications that the reader is signed in to, and the way to end that. */
export function OwnApplications() {
  const { applications } = useTexts();
  const ownApplications = useQuery({ queryKey: ["own-applications"], queryFn: load });
  return (
    <Card>
      <Typography.Title level={2} style={{ margin: 0 }}>
        {applications.mine}
      </Typography.Title>
      <Typography.Paragraph type="secondary">{applications.mineHint}</Typography.Paragraph>
      <QueryView query={ownApplications}>
        {(rows) =>
          rows.length === 0 ? <EmptyState title={applications.mineNone} /> : <ApplicationTable rows={rows} />
        }
      </QueryView>
    </Card>
  );
}

function ApplicationTable({ rows }: { rows: OwnApplication[] }) {
  const { applications } = useTexts();
  const end = useChange(endAccess, { successText: applications.ended });
  return (
    <DataTable
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={rows}
      columns={[
        { title: applications.application, dataIndex: "application" },
        { title: applications.since, dataIndex: "add_time", render: (at: number) => <Moment at={at} /> },
        { title: applications.lastUse, dataIndex: "last_use", render: (at: number) => <Moment at={at} /> },
        { title: applications.until, dataIndex: "valid_until", render: (at: number) => <Moment at={at} /> },
        {
          title: applications.end,
          render: (_, application) => (
            <Button
              size="small"
              danger
              aria-label={`${applications.end}: ${application.application}`}
              onClick={() => end.mutate(application.id)}
            >
              {applications.end}
            </Button>
          ),
        },
      ]}
    />
  );
}
