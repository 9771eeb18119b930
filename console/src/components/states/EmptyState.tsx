import { Empty, Typography } from "antd";
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  hint?: string;
  action?: ReactNode;
}

/** Says that there is nothing here yet, and the next step. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      style={{ padding: "24px 16px", margin: 0 }}
      description={
        <>
          <Typography.Text strong>{title}</Typography.Text>
          {hint && (
            <>
              <br />
              <Typography.Text type="secondary">{hint}</Typography.Text>
            </>
          )}
        </>
      }
    >
      {action}
    </Empty>
  );
}
