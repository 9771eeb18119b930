import { Card, Flex, Typography } from "antd";
import { Link } from "react-router";
import type { Home } from "../../api/types";
import { durationText } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

type Strip = Home["clusters"][number];
type Dot = Strip["brokers"][number];

/** Each cluster with a dot for each broker, and in words which of them do not enforce the newest rights. */
export function BrokerStrips({ clusters }: { clusters: Strip[] }) {
  const { frame } = useTexts();
  return (
    <Card size="small" title={<Link to="/brokers">{frame.brokers}</Link>}>
      <ul className="home-list">
        {clusters.map((cluster) => (
          <ClusterStrip key={cluster.cluster_id} cluster={cluster} />
        ))}
      </ul>
    </Card>
  );
}

function ClusterStrip({ cluster: { cluster_id, cluster, gone, brokers } }: { cluster: Strip }) {
  const texts = useTexts();
  const { home, operations } = texts;
  const live = brokers.filter((broker) => LIVE.has(broker.state));
  const enforcing = live.filter((broker) => broker.state === "enforced");
  const troubled = brokers.filter(
    (broker) => broker.state === "vanished" || (LIVE.has(broker.state) && broker.state !== "enforced"),
  );
  const summary = gone
    ? operations.gone
    : live.length === 0
      ? operations.nothingEnforced
      : home.enforcing(enforcing.length, live.length);
  return (
    <li>
      <Flex gap={12} align="center" wrap>
        <Link to={`/resources/cluster/${cluster_id}`} className="mono">
          {cluster}
        </Link>
        <span className="dots" aria-hidden="true">
          {brokers.map((broker) => (
            <span
              key={broker.broker}
              className={`dot ${broker.state}`}
              title={`${broker.broker}: ${dotText(texts, broker)}`}
            />
          ))}
        </span>
        <Typography.Text type="secondary">{summary}</Typography.Text>
      </Flex>
      {!gone && troubled.length > 0 && (
        <ul className="home-lines">
          {troubled.map((broker) => (
            <li key={broker.broker}>
              <span className="mono">{broker.broker}</span>: {dotText(texts, broker)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const LIVE = new Set<Dot["state"]>(["enforced", "behind", "observing", "unfollowed"]);

function dotText({ general, home, operations }: Texts, { state, behind, behind_since: since, known }: Dot): string {
  if (!known && LIVE.has(state)) return operations.unknownHistoryTag;
  if (state === "enforced") return operations.upToDate;
  if (state === "observing") return operations.observing;
  if (state === "unfollowed") return operations.unfollowed;
  const late =
    since === null ? operations.behind(behind) : home.behindFor(behind, durationText(Date.now() - since, general));
  if (state === "behind") return late;
  const word = operations.states[state] ?? state;
  return state === "vanished" && behind > 0 ? `${word}, ${late}` : word;
}
