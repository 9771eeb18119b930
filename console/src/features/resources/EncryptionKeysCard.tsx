import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { type EncryptionKey, type EncryptionKeys, typeNumber } from "../../api/types";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { CreateKey } from "./CreateKey";
import { type KeyPlace, keysQuery } from "./encryptionKeys";
import { KeyTable } from "./KeyTable";
import { RotateKey } from "./RotateKey";
import { useMay } from "./useMay";

/** The encryption keys of a namespace or topic; for those who administer or audit it. */
export function EncryptionKeysCard({ resource }: { resource: KeyPlace }) {
  const may = useMay(resource);
  const mayRead = may("audit");
  const query = useQuery({ ...keysQuery(resource), enabled: mayRead });
  return (
    mayRead && (
      <QueryView query={query}>
        {(keys) => <KeysCard place={resource} keys={keys} mayChange={may("change")} />}
      </QueryView>
    )
  );
}

interface KeysCardProps {
  place: KeyPlace;
  keys: EncryptionKeys;
  /** The reader may change them. */
  mayChange: boolean;
}

function KeysCard({ place, keys, mayChange }: KeysCardProps) {
  const { encryptionKeys } = useTexts();
  const [creating, setCreating] = useState(false);
  const [keyToRotate, setKeyToRotate] = useState<EncryptionKey>();
  const createButton = mayChange && (
    <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {encryptionKeys.create}
    </Button>
  );
  return (
    <Card title={encryptionKeys.title} extra={createButton} data-testid="encryption-keys">
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{encryptionKeys.hint}</Typography.Text>
        {keys.used && <UsedKey place={place} used={keys.used} />}
        {keys.items.length > 0 ? (
          <KeyTable keys={keys.items} mayChange={mayChange} rotate={setKeyToRotate} />
        ) : (
          <EmptyState
            title={keys.used ? encryptionKeys.noneOwn : encryptionKeys.none}
            hint={keys.used ? encryptionKeys.noneOwnHint : encryptionKeys.noneHint}
          />
        )}
        {keys.used && <Releases place={place} />}
      </Flex>
      {creating && <CreateKey place={place} close={() => setCreating(false)} />}
      {keyToRotate && <RotateKey place={place} rotatedKey={keyToRotate} close={() => setKeyToRotate(undefined)} />}
    </Card>
  );
}

/** The version that producers take here, and whose key it is. */
function UsedKey({ place, used }: { place: KeyPlace; used: NonNullable<EncryptionKeys["used"]> }) {
  const { encryptionKeys } = useTexts();
  const inherited = place.type === "topic" && used.full_name !== place.full_name;
  return (
    <Flex gap={8} wrap data-testid="used-key">
      <Typography.Text>{encryptionKeys.used}</Typography.Text>
      <span className="mono long">{used.name}</span>
      <span>{encryptionKeys.version(used.number)}</span>
      <span>{used.algorithm}</span>
      {inherited ? (
        <Link to={`/resources/namespace/${place.namespace_id}`}>
          {encryptionKeys.of.namespace} <span className="mono long">{used.full_name}</span>
        </Link>
      ) : (
        place.type === "topic" && <span>{encryptionKeys.of.topic}</span>
      )}
    </Flex>
  );
}

/** Who fetched private halves here, in the audit log. */
function Releases({ place }: { place: KeyPlace }) {
  const { encryptionKeys } = useTexts();
  const query = new URLSearchParams({
    res_type: String(typeNumber(place.type)),
    res_id: String(place.id),
    entity: "encryption_key",
    action: "encryption_key.release",
  });
  return (
    <div>
      <Link to={`/trail?${query}`}>{encryptionKeys.released}</Link>
    </div>
  );
}
