import { useQuery } from "@tanstack/react-query";
import { Button, type TableColumnsType } from "antd";
import type { HookDelivery, WebHook } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { useChange } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { deliveriesQuery, kindText, retryDelivery } from "./messages";
import { Problem } from "./Problem";
import { StateTag } from "./StateTag";

/** The newest deliveries of a web hook, with what the receiver answered. */
export function Deliveries({ hook }: { hook: WebHook }) {
  const texts = useTexts();
  const { general, messages } = texts;
  const deliveries = useQuery(deliveriesQuery(hook.id));
  const retry = useChange(retryDelivery, { successText: messages.againSaid });
  const columns: TableColumnsType<HookDelivery> = [
    { title: messages.kind, key: "kind", render: (_, row) => kindText(texts, row.kind) },
    { title: general.status, key: "state", render: (_, row) => <StateTag state={row.state} /> },
    { title: messages.attempts, dataIndex: "attempts", key: "attempts" },
    { title: general.added, key: "added", render: (_, row) => <Moment at={row.add_time} /> },
    {
      title: messages.ended,
      key: "ended",
      render: (_, row) => <Moment at={row.end_time} fallback={general.none} />,
    },
    {
      title: messages.problem,
      key: "problem",
      render: (_, row) => <Problem message={row} />,
    },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) => (
        <Button size="small" onClick={() => retry.mutate({ hook_id: hook.id, delivery_id: row.id })}>
          {messages.again}
        </Button>
      ),
    },
  ];
  return (
    <QueryView query={deliveries}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={messages.noDeliveries} hint={messages.noDeliveriesHint} />
        ) : (
          <DataTable size="small" columns={columns} dataSource={items} rowKey="id" pagination={false} />
        )
      }
    </QueryView>
  );
}
