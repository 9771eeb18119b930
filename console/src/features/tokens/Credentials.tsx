import { Flex } from "antd";
import { useSession } from "../../api/session";
import type { User } from "../../api/types";
import { ApiTokens } from "./ApiTokens";
import { ClientKeys } from "./ClientKeys";
import { ClientSecrets } from "./ClientSecrets";
import { ConnectCard } from "./ConnectCard";

/** Secrets, tokens, and how to use them. Only services have client secrets, and a person makes its own tokens. */
export function Credentials({ user }: { user: Pick<User, "id" | "username" | "kind"> }) {
  const reader = useSession().user;
  return (
    <Flex vertical gap={16}>
      {user.kind === "service" && <ClientSecrets userId={user.id} />}
      {user.kind === "service" && <ClientKeys userId={user.id} />}
      <ApiTokens userId={user.id} mayCreate={user.kind === "service" || user.id === reader.id} />
      <ConnectCard clientId={user.username} />
    </Flex>
  );
}
