import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster, ClusterTlsSettings } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { ChangeTls } from "./ChangeTls";

const SOON_MS = 30 * 24 * 3_600_000;

/** The certificates by which the center calls the cluster. A private key is never among them. */
export function ClusterTls({ cluster }: { cluster: Cluster }) {
  const { connection } = useTexts();
  const [settingsToChange, setSettingsToChange] = useState<ClusterTlsSettings>();
  const tlsQuery = useQuery({
    // The version is part of the key: a changed address drops the certificate.
    queryKey: ["clusters", cluster.id, "tls", cluster.version],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/tls", { params: { path: { cluster_id: cluster.id } } })),
  });
  return (
    <section>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text strong>{connection.tls}</Typography.Text>
        <Button disabled={!tlsQuery.data} onClick={() => setSettingsToChange(tlsQuery.data)}>
          {connection.change}
        </Button>
      </Flex>
      <Typography.Text type="secondary">{connection.tlsHint}</Typography.Text>
      <QueryView query={tlsQuery}>{(data) => <Certificates settings={data} />}</QueryView>
      {settingsToChange && (
        <ChangeTls clusterId={cluster.id} settings={settingsToChange} close={() => setSettingsToChange(undefined)} />
      )}
    </section>
  );
}

type Row = ClusterTlsSettings["authorities"][number] & { use: string };

function Certificates({ settings }: { settings: ClusterTlsSettings }) {
  const { connection } = useTexts();
  const rows: Row[] = [
    ...settings.authorities.map((certificate) => ({ ...certificate, use: connection.authority })),
    ...settings.certificate.map((certificate) => ({ ...certificate, use: connection.own })),
  ];
  if (rows.length === 0) return <EmptyState title={connection.nothing} hint={connection.nothingHint} />;
  const columns: TableColumnsType<Row> = [
    { title: connection.use, dataIndex: "use" },
    { title: connection.subject, dataIndex: "subject" },
    { title: connection.signedBy, dataIndex: "issuer" },
    { title: connection.ends, key: "ends", render: (_, row) => <CertificateEnd at={row.valid_until} /> },
    { title: connection.fingerprint, key: "print", render: (_, row) => <Fingerprint text={row.fingerprint} /> },
  ];
  const key = (row: Row) => `${row.use} ${row.fingerprint}`;
  return <DataTable<Row> rowKey={key} columns={columns} dataSource={rows} pagination={false} size="small" />;
}

function Fingerprint({ text }: { text: string }) {
  return <span className="mono">{text}</span>;
}

function CertificateEnd({ at }: { at: number }) {
  const { connection } = useTexts();
  const remaining = at - Date.now();
  return (
    <>
      <Moment at={at} /> {remaining <= 0 && <Tag color="red">{connection.ended}</Tag>}
      {remaining > 0 && remaining < SOON_MS && <Tag color="orange">{connection.endsSoon}</Tag>}
    </>
  );
}
