import { Flex, Typography } from "antd";
import type { TrailEntry } from "../../api/types";
import { useTexts } from "../../texts/language";

/** The credential, address and request of an entry, and the hash that an auditor compares. */
export function Origin({ entry }: { entry: TrailEntry }) {
  const { auditLog } = useTexts();
  return (
    <Flex wrap gap="4px 24px" style={{ maxWidth: 900 }}>
      <CopyableFact label={auditLog.credential} text={entry.credential} />
      <CopyableFact label={auditLog.address} text={entry.address} />
      <CopyableFact label={auditLog.requestId} text={entry.request_id} />
      <CopyableFact label={auditLog.hash} text={entry.hash} />
    </Flex>
  );
}

function CopyableFact({ label, text }: { label: string; text: string | null }) {
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
