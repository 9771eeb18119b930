import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { Link } from "react-router";
import { useSession } from "../../api/session";
import { operationsQuery } from "../../api/sharedQueries";
import type { Home } from "../../api/types";
import { checkAddress } from "../../components/rights/checkAddress";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { requestAddress } from "./home";

/** What the reader was denied last, why, and the way to mend it. */
export function LastDenial({ refusal }: { refusal: Home["denials"]["last_own"] }) {
  const { home, frame, requests, why } = useTexts();
  const { username } = useSession().user;
  const words: Record<string, string> = why.reasons;
  const request = refusal ? requestAddress(refusal) : undefined;
  const operations = useQuery(operationsQuery).data ?? [];
  const address = refusal === null ? "/why" : checkAddress(refusal, username, operations);
  return (
    <Card size="small" title={home.lastDenial}>
      <Flex vertical gap={8} align="start">
        {refusal === null ? (
          <Typography.Text type="secondary">{home.noDenial}</Typography.Text>
        ) : (
          <div>
            <Moment at={refusal.last} /> · {refusal.op} · <span className="mono">{refusal.resource}</span>
            <br />
            {words[refusal.reason ?? ""] ?? refusal.reason}
          </div>
        )}
        <Flex gap={8} wrap>
          <Link to={address}>
            <Button>{frame.entries.check}</Button>
          </Link>
          {request && (
            <Link to={request}>
              <Button type="primary">{requests.ask}</Button>
            </Link>
          )}
        </Flex>
      </Flex>
    </Card>
  );
}
