import { useQuery } from "@tanstack/react-query";
import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import type { LiveLedgers, Topic } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { EmptyState } from "../../../components/states/EmptyState";
import { QueryView } from "../../../components/states/QueryView";
import { sizeText } from "../../../components/values/sizeText";
import { useLanguage, useTexts } from "../../../texts/language";
import { EachCluster } from "./EachCluster";
import { ledgersQuery } from "./live";
import { OnRequest } from "./OnRequest";

/** The ledgers in which the messages of a topic are stored. */
export function TopicLedgers({ topic }: { topic: Topic }) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.ledgers} hint={live.ledgersHint} id="live-ledgers">
      <LedgersContent topic={topic} />
    </OnRequest>
  );
}

function LedgersContent({ topic }: { topic: Topic }) {
  const query = useQuery(ledgersQuery(topic.id));
  return (
    <QueryView query={query}>
      {({ clusters }) => (
        <EachCluster clusters={clusters}>
          {({ stored }) => stored.map((storage) => <StoredMessages key={storage.partition} storage={storage} />)}
        </EachCluster>
      )}
    </QueryView>
  );
}

function StoredMessages({ storage }: { storage: LiveLedgers }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const columns: TableColumnsType<LiveLedgers["ledgers"][number]> = [
    { title: live.ledger, key: "ledger", render: (_, row) => <span className="mono">{row.ledger_id}</span> },
    { title: live.entries, key: "entries", render: (_, row) => row.entries.toLocaleString(language) },
    { title: live.storage, key: "size", render: (_, row) => sizeText(row.size, language) },
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
        {storage.partition !== null && `${live.partition} ${storage.partition}: `}
        {live.stored(storage.entries.toLocaleString(language), sizeText(storage.size, language))}
        {storage.last_confirmed_entry && (
          <>
            {" "}
            · {live.lastEntry} <span className="mono">{storage.last_confirmed_entry}</span>
          </>
        )}
      </Typography.Text>
      {storage.ledgers.length === 0 ? (
        <EmptyState title={live.noLedgers} />
      ) : (
        <DataTable
          size="small"
          columns={columns}
          dataSource={storage.ledgers}
          rowKey="ledger_id"
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
        />
      )}
    </Flex>
  );
}
