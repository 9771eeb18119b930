import { useQuery } from "@tanstack/react-query";
import { Flex, Typography } from "antd";
import type { AccountsAtKey, KeyReportItem } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { UserLink } from "../../components/values/UserLink";
import { useTexts } from "../../texts/language";
import { keyReportQuery } from "./encryptionKeys";
import type { PolicyResource } from "./policies";

/** What the audit says of the keys: who produced without one, what nobody fetched, who fetched and did not consume. */
export function KeyReport({ place }: { place: PolicyResource }) {
  const { encryptionKeys } = useTexts();
  const query = useQuery(keyReportQuery(place));
  return (
    <QueryView query={query}>
      {({ items, since }) => (
        <Flex vertical gap={4} data-testid="key-report">
          <Typography.Text type="secondary">
            {since === null ? encryptionKeys.noPeriod : encryptionKeys.period(since)}
          </Typography.Text>
          {items.map((item) => (
            <KeyLines key={item.name} item={item} />
          ))}
        </Flex>
      )}
    </QueryView>
  );
}

function KeyLines({ item }: { item: KeyReportItem }) {
  const { encryptionKeys } = useTexts();
  const { name, never_fetched, without_key, not_consuming } = item;
  const versions = never_fetched.map(({ number }) => number);
  return (
    <>
      {versions.length > 0 && <span>{encryptionKeys.neverFetched(name, versions)}</span>}
      <Accounts accounts={without_key} line={(n) => encryptionKeys.withoutKey(name, n)} />
      <Accounts accounts={not_consuming} line={(n) => encryptionKeys.notConsuming(name, n)} />
    </>
  );
}

function Accounts({ accounts, line }: { accounts: AccountsAtKey | null; line: (n: number) => string }) {
  if (!accounts?.total) return null;
  return (
    <details>
      <summary>{line(accounts.total)}</summary>
      <ul>
        {accounts.newest.map(({ user_id, username, topic }) => (
          <li key={`${user_id} ${topic}`}>
            <UserLink name={username} /> {topic && <span className="mono long">{topic}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
