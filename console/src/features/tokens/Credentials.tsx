import { Flex } from "antd";
import { ApiTokens } from "./ApiTokens";
import { ClientSecrets } from "./ClientSecrets";
import { ConnectCard } from "./ConnectCard";

/** Secrets, tokens, and how to use them. */
export function Credentials({ userId }: { userId: number }) {
  return (
    <Flex vertical gap={16}>
      <ClientSecrets userId={userId} />
      <ApiTokens userId={userId} />
      <ConnectCard />
    </Flex>
  );
}
