import { Descriptions, Typography } from "antd";
import type { TrailEntry } from "../../api/types";
import { useTexts } from "../../texts/language";

/** By which credential, from where and in which request an entry came to be; and the hash that an auditor compares. */
export function Origin({ entry }: { entry: TrailEntry }) {
  const { audit } = useTexts();
  const items = [
    { key: "credential", label: audit.credential, children: <Exactly text={entry.credential} /> },
    { key: "address", label: audit.address, children: <Exactly text={entry.address} /> },
    { key: "request", label: audit.requestId, children: <Exactly text={entry.request_id} /> },
    { key: "hash", label: audit.hash, span: "filled" as const, children: <Exactly text={entry.hash} /> },
  ];
  return <Descriptions size="small" column={3} items={items} />;
}

function Exactly({ text }: { text: string | null }) {
  if (!text) return <Typography.Text type="secondary">—</Typography.Text>;
  return (
    <Typography.Text className="mono" copyable>
      {text}
    </Typography.Text>
  );
}
