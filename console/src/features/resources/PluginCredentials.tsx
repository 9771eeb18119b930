import { queryOptions, useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { ClusterCredential } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { DeletableTable } from "../../components/lists/DeletableTable";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Issuer } from "./Issuer";

export const credentialsQuery = (id: number) =>
  queryOptions({
    queryKey: ["clusters", id, "credentials"],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/credentials", { params: { path: { cluster_id: id } } })),
  });

/** The credentials that brokers fetch rights with: two at most, each shown once. */
export function PluginCredentials({ clusterId }: { clusterId: number }) {
  const { general, resources } = useTexts();
  const [created, setCreated] = useState<string>();
  const [credentialToDelete, setCredentialToDelete] = useState<ClusterCredential>();
  const path = { cluster_id: clusterId };
  const credentials = useQuery(credentialsQuery(clusterId));
  const create = useChange(
    () => answer(client.POST("/api/v1/clusters/{cluster_id}/credentials", { params: { path } })),
    {
      onSuccess: ({ credential }) => setCreated(credential),
    },
  );
  return (
    <section>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text strong>{resources.pluginCredential}</Typography.Text>
        <Button loading={create.isPending} onClick={() => create.mutate(undefined)}>
          {resources.newCredential}
        </Button>
      </Flex>
      <Typography.Text type="secondary">{resources.pluginCredentialHint}</Typography.Text>
      <QueryView query={credentials}>
        {(data) => <CredentialTable rows={data.items} remove={setCredentialToDelete} />}
      </QueryView>
      {created && (
        <SecretOnce
          title={resources.newCredential}
          secrets={[{ label: resources.pluginCredential, value: created }]}
          close={() => setCreated(undefined)}
        />
      )}
      {credentialToDelete && (
        <ConfirmDanger
          title={resources.deleteCredential}
          okText={general.delete}
          losses={resources.deleteCredentialGoes}
          action={() =>
            answer(
              client.DELETE("/api/v1/clusters/{cluster_id}/credentials/{credential_id}", {
                params: { path: { ...path, credential_id: credentialToDelete.id } },
              }),
            )
          }
          close={() => setCredentialToDelete(undefined)}
        />
      )}
    </section>
  );
}

interface CredentialTableProps {
  rows: ClusterCredential[];
  remove: (credential: ClusterCredential) => void;
}

function CredentialTable({ rows, remove }: CredentialTableProps) {
  const { resources } = useTexts();
  const columns: TableColumnsType<ClusterCredential> = [
    { title: resources.pluginCredential, key: "hint", render: (_, row) => <span className="mono">…{row.hint}</span> },
    { title: resources.issuedBy, key: "by", render: (_, row) => <Issuer credential={row} /> },
  ];
  const emptyTexts = { none: resources.noCredentials, noneHint: resources.noCredentialsHint };
  return <DeletableTable rows={rows} columns={columns} remove={remove} {...emptyTexts} />;
}
