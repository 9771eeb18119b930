import type { TableColumnsType } from "antd";
import type { LiveConsumer, LiveProducer } from "../../../api/types";
import { UserLink } from "../../../components/values/UserLink";
import { useLanguage } from "../../../texts/language";
import type { Texts } from "../../../texts/texts";

/** Columns about a producer or consumer: who it is, where, with what, since when. `nameTitle`: the heading of its
 * name; `partitioned`: the topic has partitions. */
export function connectedColumns<T extends LiveProducer | LiveConsumer>(
  { live, operations }: Texts,
  nameTitle: string,
  partitioned: boolean,
): TableColumnsType<T> {
  const columns: TableColumnsType<T> = [
    { title: nameTitle, key: "name", render: (_, row) => <span className="mono">{row.name ?? "—"}</span> },
    { title: operations.principal, key: "principal", render: (_, row) => <UserLink name={row.principal} /> },
    { title: live.partition, key: "partition", render: (_, row) => row.partition },
    {
      title: operations.address,
      key: "address",
      render: (_, row) => <span className="mono">{row.address ?? "—"}</span>,
    },
    { title: live.client, key: "client", render: (_, row) => row.client_version ?? "—" },
    { title: operations.since, key: "since", render: (_, row) => <Since text={row.since} /> },
  ];
  return columns.filter(({ key }) => partitioned || key !== "partition");
}

/** A time as a broker writes it: `2026-11-27T05:22:11.809438068Z`. */
function Since({ text }: { text: string | null }) {
  const { language } = useLanguage();
  const at = text ? Date.parse(text) : Number.NaN;
  return <>{Number.isNaN(at) ? (text ?? "—") : new Date(at).toLocaleString(language)}</>;
}
