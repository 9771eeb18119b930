import { Tag, Typography } from "antd";
import { Link } from "react-router";
import type { Home, Overview } from "../../api/types";
import { authorityText } from "../../components/rights/AuthorityText";
import { Moment } from "../../components/values/Moment";
import { ATTENTION, MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import { ListCard } from "./ListCard";

/** What waits for the reader: decisions, what clusters refuse, what ends soon. */
export function Inbox({ overview, home }: { overview: Overview; home: Home }) {
  const { home: texts, tokens } = useTexts();
  const lines = [...useDecisions(overview), ...useFailures(home.unfinished), ...useEnds(home)];
  return (
    <ListCard
      title={texts.inbox}
      extra={<Link to="/ending">{tokens.ending}</Link>}
      empty={texts.nothingWaits}
      lines={lines}
    />
  );
}

function useDecisions({ waiting, brokers }: Overview) {
  const { home, operations } = useTexts();
  const { requests, accounts, removals, destructions } = waiting;
  const outlived = brokers.filter((row) => row.outlived_credentials > 0);
  const links: [string, string | false][] = [
    ["/requests?box=to_decide", requests > 0 && home.requests(requests)],
    ["/registrations", accounts > 0 && home.accounts(accounts)],
    ["/remediations", removals > 0 && home.removals(removals)],
    ["/notices", destructions > 0 && home.destructions(destructions)],
  ];
  for (const { cluster_id: id, cluster, outlived_credentials: count } of outlived) {
    links.push([`/resources/cluster/${id}/connection`, `${cluster}: ${operations.outlived(count)}`]);
  }
  return links.flatMap(([path, text]) => (text ? [{ key: path, content: <Link to={path}>{text}</Link> }] : []));
}

function useFailures(jobs: Home["unfinished"]) {
  const { home, operations, resources } = useTexts();
  return jobs.map(({ resource_type: type, res_id: id, name, cluster, action, state, attempts, message }) => ({
    key: `${type} ${id} ${cluster} ${action}`,
    content: (
      <>
        <Tag color={state === "failed" ? "red" : ATTENTION}>{resources.states[state]}</Tag>
        <Link to={`/resources/${type}/${id}`} className="mono">
          {name}
        </Link>{" "}
        {home.onCluster(operations.jobActions[action] ?? action, cluster)} · {resources.attempts(attempts)}
        <br />
        <Typography.Text type="secondary" className="mono">
          {message}
        </Typography.Text>
      </>
    ),
  }));
}

function useEnds({ ending_grants: grants, ending_credentials: credentials }: Home) {
  const texts = useTexts();
  const ends = [
    ...grants.map(({ id, role_name, authorities, resource, valid_until }) => ({
      at: valid_until ?? 0,
      key: `grant ${id}`,
      content: (
        <>
          <End at={valid_until ?? 0} /> <Link to={`/grants/${id}`}>{role_name}</Link> ·{" "}
          {texts.home.rightsOn(
            authorities.map(({ id, text }) => authorityText(texts, id, text)),
            resource,
          )}
        </>
      ),
    })),
    ...credentials.map((ending) => ({
      at: ending.valid_until,
      key: `${ending.kind} ${ending.user_id} ${ending.name}`,
      content: (
        <>
          <CredentialEnd ending={ending} /> · <Link to={`/users/${ending.user_id}/credentials`}>{ending.username}</Link>
        </>
      ),
    })),
  ];
  return ends.sort((first, second) => first.at - second.at);
}

/** Which credential ends, and when. */
export function CredentialEnd({ ending: { kind, name, valid_until } }: { ending: Home["ending_credentials"][number] }) {
  const { home } = useTexts();
  return (
    <>
      <End at={valid_until} /> {home.credentials[kind](name)}
    </>
  );
}

function End({ at }: { at: number }) {
  const { home } = useTexts();
  return (
    <>
      <Tag color={MEANINGS.ending}>{home.ends}</Tag>
      <Moment at={at} /> ·
    </>
  );
}
