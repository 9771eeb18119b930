import { Flex, type TableColumnsType, Typography } from "antd";
import type { EncryptionKey, KeyFetch } from "../../api/types";
import { ServerTable } from "../../components/lists/ServerTable";
import { HintTag } from "../../components/values/HintTag";
import { Moment } from "../../components/values/Moment";
import { UserLink } from "../../components/values/UserLink";
import { useTexts } from "../../texts/language";
import { loadFetches } from "./encryptionKeys";
import type { PolicyResource } from "./policies";

/** Who fetched which half of which version, and which producers have an old one. */
export function KeyFetches({ place, encryptionKey }: { place: PolicyResource; encryptionKey: EncryptionKey }) {
  const { encryptionKeys } = useTexts();
  const columns: TableColumnsType<KeyFetch> = [
    { title: encryptionKeys.user, key: "user", render: (_, { username }) => <UserLink name={username} /> },
    { title: encryptionKeys.half, key: "half", render: (_, { half }) => encryptionKeys.halves[half] },
    {
      title: encryptionKeys.number,
      key: "number",
      render: (_, { number, old_version: old }) => (
        <Flex gap={8} wrap>
          {number}
          {old && <HintTag text={encryptionKeys.oldVersion} color="orange" hint={encryptionKeys.oldVersionHint} />}
        </Flex>
      ),
    },
    { title: encryptionKeys.fetched, key: "time", render: (_, { time }) => <Moment at={time} /> },
  ];
  return (
    <Flex vertical gap={8} data-testid="key-fetches">
      <Typography.Text strong>{encryptionKeys.fetches}</Typography.Text>
      <Typography.Text type="secondary">{encryptionKeys.fetchesHint}</Typography.Text>
      <ServerTable<KeyFetch>
        list={`fetches-${encryptionKey.name}`}
        queryKey={["resources", place.type, place.id, "key fetches", encryptionKey.name]}
        load={(query) => loadFetches(place, encryptionKey, query)}
        columns={columns}
        rowKey={({ user_id: user, number, half }) => `${user} ${number} ${half}`}
        search={encryptionKeys.searchUser}
        empty={encryptionKeys.nobodyFetched}
      />
    </Flex>
  );
}
