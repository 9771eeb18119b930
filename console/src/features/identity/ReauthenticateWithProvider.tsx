import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex, Typography } from "antd";
import { useEffect } from "react";
import { sessionQuery } from "../../api/session";
import type { Session } from "../../api/types";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { beginReauthentication, REAUTHENTICATED } from "./providers";

const SIZE = "popup,width=520,height=720";

interface ReauthenticateProps {
  links: { provider_id: number; provider: string }[];
  /** Asks for the address of the provider's page. */
  begin?: (provider_id: number) => Promise<{ url: string }>;
  onDone: (session: Session) => void;
}

/** Signs in again at a provider in a pop-up window, so that the page keeps what was typed. */
export function ReauthenticateWithProvider({ links, begin = beginReauthentication, onDone }: ReauthenticateProps) {
  const { companySignIn } = useTexts();
  const queries = useQueryClient();
  const opening = useMutation({
    mutationFn: async ({ id, popup }: { id: number; popup: Window | null }) => {
      if (popup === null) return false;
      try {
        popup.sessionStorage.setItem(REAUTHENTICATED, "aside");
        popup.location.href = (await begin(id)).url;
        return true;
      } catch (thrown) {
        popup.close();
        throw thrown;
      }
    },
  });
  useEffect(() => {
    const channel = new BroadcastChannel(REAUTHENTICATED);
    channel.onmessage = async () => {
      const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (session) onDone(session);
    };
    return () => channel.close();
  });
  return (
    <Flex vertical gap={8}>
      {links.map(({ provider_id: id, provider }) => (
        // Browsers let only a click open a window, so it opens before its address is known.
        <Button
          key={id}
          block
          type="primary"
          onClick={() => opening.mutate({ id, popup: window.open("", "_blank", SIZE) })}
        >
          {companySignIn.againWith(provider)}
        </Button>
      ))}
      <Typography.Text type="secondary">{companySignIn.againHint}</Typography.Text>
      {opening.data === false && <Alert type="warning" showIcon title={companySignIn.againBlocked} />}
      {opening.isError && <ErrorState error={opening.error} />}
    </Flex>
  );
}
