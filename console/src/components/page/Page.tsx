import { Flex, Typography } from "antd";
import type { ReactNode } from "react";
import { useTitle } from "./useTitle";

type Title =
  | { title: string; name?: string }
  | { title: ReactNode /** As text, for the browser's tab. */; name: string };

type PageProps = Title & {
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a screen: one heading, one sentence, the main actions, the content. */
export function Page({ title, name, hint, actions, children }: PageProps) {
  useTitle(name ?? String(title));
  return (
    <Flex vertical gap={16} className="page">
      <Flex justify="space-between" align="flex-start" gap={16} wrap>
        <div>
          <Typography.Title level={1} style={{ margin: 0, overflowWrap: "anywhere" }}>
            {title}
          </Typography.Title>
          {hint && <Typography.Text type="secondary">{hint}</Typography.Text>}
        </div>
        {actions && (
          <Flex gap={8} wrap>
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Flex>
  );
}
