import { Card, Flex, Tag, Typography } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Home, Overview } from "../../api/types";
import { authorityText } from "../../components/rights/AuthorityText";
import { Moment } from "../../components/values/Moment";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";

/** What waits for the reader: decisions, what clusters refuse, what ends soon. */
export function Inbox({ overview, home }: { overview: Overview; home: Home }) {
  const { home: texts } = useTexts();
  const lines = [...useDecisions(overview), ...useFailures(home.unfinished), ...useEnds(home.ends)];
  return (
    <Card size="small" title={texts.inbox}>
      {lines.length === 0 ? (
        <Typography.Text type="secondary">{texts.nothingWaits}</Typography.Text>
      ) : (
        <ul className="home-list">
          {lines.map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface Line {
  key: string;
  content: ReactNode;
}

function useDecisions({ waiting, brokers }: Overview): Line[] {
  const { home, operations } = useTexts();
  const decisions: [number, string, string][] = [
    [waiting.requests, home.requests(waiting.requests), "/requests?box=to_decide"],
    [waiting.accounts, home.accounts(waiting.accounts), "/registrations"],
    [waiting.removals, home.removals(waiting.removals), "/remediations"],
  ];
  const outlived = brokers.filter((row) => row.outlived_credentials > 0);
  return [
    ...decisions
      .filter(([count]) => count > 0)
      .map(([, text, path]) => ({ key: path, content: <Link to={path}>{text}</Link> })),
    ...outlived.map(({ cluster_id: id, cluster, outlived_credentials: count }) => ({
      key: `outlived ${id}`,
      content: (
        <>
          <Link to={`/resources/cluster/${id}`}>{cluster}</Link>: {operations.outlived(count)}
        </>
      ),
    })),
  ];
}

function useFailures(jobs: Home["unfinished"]): Line[] {
  const { home, operations, resources } = useTexts();
  return jobs.map(({ resource_type: type, res_id: id, name, cluster, action, state, attempts, message }) => ({
    key: `job ${type} ${id} ${cluster} ${action}`,
    content: (
      <Flex vertical>
        <span>
          <Tag color={state === "failed" ? "red" : "orange"}>{resources.states[state] ?? state}</Tag>
          <Link to={`/resources/${type}/${id}`} className="mono">
            {name}
          </Link>{" "}
          {home.onCluster(operations.jobActions[action] ?? action, cluster)} · {resources.attempts(attempts)}
        </span>
        <Typography.Text type="secondary" className="mono">
          {message}
        </Typography.Text>
      </Flex>
    ),
  }));
}

function useEnds({ grants, credentials }: Home["ends"]): Line[] {
  const texts = useTexts();
  const { home } = texts;
  const ends = [
    ...grants.map((grant) => ({
      key: `grant ${grant.id}`,
      at: grant.valid_until ?? 0,
      path: `/grants/${grant.id}`,
      who: grant.role_name,
      what: home.rightsOn(
        grant.authorities.map(({ id, text }) => authorityText(texts, id, text)),
        grant.resource,
      ),
    })),
    ...credentials.map(({ kind, user_id: id, username, name, valid_until: at }) => ({
      key: `${kind} ${id} ${name}`,
      at,
      path: `/users/${id}/credentials`,
      who: username,
      what: home.credential(kind, name),
    })),
  ];
  ends.sort((first, second) => first.at - second.at);
  return ends.map(({ key, at, path, who, what }) => ({
    key,
    content: (
      <>
        <Tag color={MEANINGS.ending}>{home.ends}</Tag>
        <Moment at={at} /> · <Link to={path}>{who}</Link> · {what}
      </>
    ),
  }));
}
