import { Flex, Layout, Typography, theme } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../texts/language";
import { Preferences } from "./Preferences";

/** The frame of screens before signing in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { frame } = useTexts();
  const { token } = theme.useToken();
  const card = { background: token.colorBgContainer, borderRadius: token.borderRadiusLG, padding: 24 };
  return (
    <Layout style={{ minHeight: "100%" }}>
      <Flex justify="flex-end" gap={8} style={{ padding: 12 }}>
        <Preferences />
      </Flex>
      <Flex vertical align="center" gap={20} style={{ padding: "6vh 16px 16px" }}>
        <Flex gap={12} align="center">
          <img src="/favicon.svg" alt="" width={40} height={40} />
          <Typography.Text strong style={{ fontSize: 20 }}>
            {frame.product}
          </Typography.Text>
        </Flex>
        <main style={{ ...card, width: "min(420px, 100%)", boxSizing: "border-box" }}>{children}</main>
      </Flex>
    </Layout>
  );
}
