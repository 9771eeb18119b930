import { useQuery } from "@tanstack/react-query";
import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import type { LiveLedgers, Topic } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { EmptyState } from "../../../components/states/EmptyState";
import { Loaded } from "../../../components/states/Loaded";
import { size } from "../../../components/values/size";
import { useLanguage, useTexts } from "../../../texts/language";
import { EachCluster } from "./EachCluster";
import { ledgersQuery } from "./live";
import { OnRequest } from "./OnRequest";

/** Where the messages of a topic lie. */
export function TopicLedgers({ topic }: { topic: Topic }) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.ledgers} hint={live.ledgersHint} id="live-ledgers">
      <Asked topic={topic} />
    </OnRequest>
  );
}

function Asked({ topic }: { topic: Topic }) {
  const query = useQuery(ledgersQuery(topic.id));
  return (
    <Loaded query={query}>
      {({ clusters }) => (
        <EachCluster clusters={clusters}>
          {({ stored }) => stored.map((one) => <Stored key={one.partition} one={one} />)}
        </EachCluster>
      )}
    </Loaded>
  );
}

function Stored({ one }: { one: LiveLedgers }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const columns: TableColumnsType<LiveLedgers["ledgers"][number]> = [
    { title: live.ledger, key: "ledger", render: (_, row) => <span className="mono">{row.ledger_id}</span> },
    { title: live.entries, key: "entries", render: (_, row) => row.entries.toLocaleString(language) },
    { title: live.storage, key: "size", render: (_, row) => size(row.size, language) },
    {
      title: live.ledgerState,
      key: "state",
      render: (_, row) => (
        <>
          {row.offloaded && <Tag>{live.offloaded}</Tag>}
          {row.under_replicated && <Tag color="red">{live.underReplicated}</Tag>}
        </>
      ),
    },
  ];
  return (
    <Flex vertical gap={4}>
      <Typography.Text>
        {one.partition !== null && `${live.partition} ${one.partition}: `}
        {live.stored(one.entries.toLocaleString(language), size(one.size, language))}
        {one.last_confirmed_entry && (
          <>
            {" "}
            · {live.lastEntry} <span className="mono">{one.last_confirmed_entry}</span>
          </>
        )}
      </Typography.Text>
      {one.ledgers.length === 0 ? (
        <EmptyState title={live.noLedgers} />
      ) : (
        <DataTable
          size="small"
          columns={columns}
          dataSource={one.ledgers}
          rowKey="ledger_id"
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
        />
      )}
    </Flex>
  );
}
