import { Flex, Tag, Tooltip, Typography } from "antd";
import type { Grant } from "../../api/types";
import { ATTENTION } from "../../design";
import { useTexts } from "../../texts/language";
import { Moment } from "../values/Moment";

const COLORS: Record<string, string> = { used: "green", essential: "blue", redundant: ATTENTION, unused: ATTENTION };

/** What the audit found out about a grant. */
export function UsageTag({ usage }: { usage: Grant["usage"] }) {
  const { access } = useTexts();
  const status = usage?.status ?? "unknown";
  return (
    <Flex vertical gap={2} align="flex-start">
      <Tooltip title={access.usageHints[status]}>
        <Tag color={COLORS[status]}>{access.usages[status] ?? status}</Tag>
      </Tooltip>
      {usage && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {access.soleOf(usage.sole, usage.covering)}
          {usage.last !== null && (
            <>
              {" · "}
              <Moment at={usage.last} />
            </>
          )}
        </Typography.Text>
      )}
    </Flex>
  );
}
