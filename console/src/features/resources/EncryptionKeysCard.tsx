import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { type EncryptionKeys, typeNumber } from "../../api/types";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { CreateKey } from "./CreateKey";
import { keysQuery } from "./encryptionKeys";
import { KeyReport } from "./KeyReport";
import { type KeyChange, KeyTable } from "./KeyTable";
import type { PolicyResource } from "./policies";
import { RotateKey, ScheduleRotation } from "./RotateKey";
import { useMay } from "./useMay";

/** The encryption keys of a namespace or topic; for those who administer or audit it. */
export function EncryptionKeysCard({ resource }: { resource: PolicyResource }) {
  const { encryptionKeys } = useTexts();
  const may = useMay(resource);
  const query = useQuery({ ...keysQuery(resource), enabled: may("audit") });
  const [creating, setCreating] = useState(false);
  const [change, setChange] = useState<KeyChange>();
  const close = () => setChange(undefined);
  if (!may("audit")) return null;
  const createButton = may("change") && (
    <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {encryptionKeys.create}
    </Button>
  );
  return (
    <QueryView query={query}>
      {({ items, used }) => (
        <Card title={encryptionKeys.title} extra={createButton} data-testid="encryption-keys">
          <Flex vertical gap={12}>
            <Typography.Text type="secondary">{encryptionKeys.hint}</Typography.Text>
            {used && <UsedKey place={resource} used={used} />}
            {items.length > 0 ? (
              <KeyTable place={resource} keys={items} mayChange={may("change")} open={setChange} />
            ) : (
              <EmptyState
                title={used ? encryptionKeys.noneOwn : encryptionKeys.none}
                hint={used ? encryptionKeys.noneOwnHint : encryptionKeys.noneHint}
              />
            )}
            {items.length > 0 && <KeyReport place={resource} />}
            {used && (
              <Link
                to={`/trail?res_type=${typeNumber(resource.type)}&res_id=${resource.id}&action=encryption_key.release`}
              >
                {encryptionKeys.released}
              </Link>
            )}
          </Flex>
          {creating && <CreateKey place={resource} close={() => setCreating(false)} />}
          {change?.kind === "rotate" && <RotateKey {...change} place={resource} close={close} />}
          {change?.kind === "schedule" && <ScheduleRotation {...change} place={resource} close={close} />}
        </Card>
      )}
    </QueryView>
  );
}

/** The version that producers take here, and whose key it is. */
function UsedKey({ place, used }: { place: PolicyResource; used: NonNullable<EncryptionKeys["used"]> }) {
  const { encryptionKeys } = useTexts();
  return (
    <Flex gap={8} wrap data-testid="used-key">
      <span>{encryptionKeys.used}</span>
      <span className="mono long">{used.name}</span>
      <span>{encryptionKeys.version(used.number)}</span>
      <span>{used.algorithm}</span>
      {place.type === "topic" && used.full_name === place.full_name && <span>{encryptionKeys.of.topic}</span>}
      {place.type === "topic" && used.full_name !== place.full_name && (
        <Link to={`/resources/namespace/${place.namespace_id}`}>
          {encryptionKeys.of.namespace} <span className="mono long">{used.full_name}</span>
        </Link>
      )}
    </Flex>
  );
}
