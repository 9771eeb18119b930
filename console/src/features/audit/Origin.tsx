import { Flex, Typography } from "antd";
import type { TrailEntry } from "../../api/types";
import { useTexts } from "../../texts/language";

/** The credential, address and request of an entry, and the hash that an auditor compares. */
export function Origin({ entry }: { entry: TrailEntry }) {
  const { audit } = useTexts();
  return (
    <Flex wrap gap="4px 24px" style={{ maxWidth: 900 }}>
      <Exactly label={audit.credential} text={entry.credential} />
      <Exactly label={audit.address} text={entry.address} />
      <Exactly label={audit.requestId} text={entry.request_id} />
      <Exactly label={audit.hash} text={entry.hash} />
    </Flex>
  );
}

function Exactly({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <span>
      <Typography.Text type="secondary">{label}</Typography.Text>{" "}
      <Typography.Text className="mono" copyable>
        {text}
      </Typography.Text>
    </span>
  );
}
