import { DownloadOutlined } from "@ant-design/icons";
import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import type { AuditRun } from "../../api/types";
import { ServerTable } from "../../components/lists/ServerTable";
import { Moment } from "../../components/values/Moment";
import { ATTENTION } from "../../design";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { percent } from "./findings";
import { NoRun } from "./NoRun";
import { listRuns } from "./usage";

/** Numbers of run.json; older runs do not have all of them. */
interface Facts {
  events?: number;
  lost?: number;
  files?: number;
  coverage_percent?: number;
  /** Cluster → days. */
  watched_days?: Record<string, number>;
}

const factsOf = ({ summary }: AuditRun): Facts => (summary.summary ?? {}) as Facts;
const COLORS: Record<string, string> = { current: "green", loading: ATTENTION };

/** The runs of the audit, the newest first: of which days, from which logs, and whether they arrived whole. */
export function RunsTab() {
  const texts = useTexts();
  const { usage } = texts;
  const { language } = useLanguage();
  return (
    <Flex vertical gap={12}>
      <Typography.Text type="secondary">{usage.runsHint}</Typography.Text>
      <ServerTable<AuditRun>
        queryKey={["audit", "runs"]}
        load={listRuns}
        columns={columns(texts, language)}
        rowKey={({ run }) => run}
        empty={<NoRun />}
      />
      <div>
        <Button icon={<DownloadOutlined />} href="/api/v1/audit/grants" download>
          {usage.history}
        </Button>
      </div>
    </Flex>
  );
}

function columns({ usage }: Texts, language: Language): TableColumnsType<AuditRun> {
  return [
    {
      title: usage.window,
      key: "window",
      render: (_, { first_date, last_date }) => usage.fromTo(first_date, last_date),
    },
    {
      title: usage.state,
      key: "state",
      render: (_, { state }) => <Tag color={COLORS[state]}>{usage.states[state] ?? state}</Tag>,
    },
    { title: usage.knownUntil, key: "generated", render: (_, { generated }) => <Moment at={generated} /> },
    {
      title: usage.sources,
      key: "sources",
      render: (_, run) => (
        <Flex vertical>
          {Object.entries(factsOf(run).watched_days ?? {}).map(([cluster, days]) => (
            <span key={cluster}>
              <span className="mono">{cluster}</span> · {usage.watched(days)}
            </span>
          ))}
        </Flex>
      ),
    },
    {
      title: usage.arrived,
      key: "arrived",
      render: (_, run) => {
        const { coverage_percent: coverage, events = 0, lost = 0, files = 0 } = factsOf(run);
        if (coverage === undefined) return "–";
        return (
          <Flex vertical>
            {percent(coverage / 100, language)}
            <span className="note">{usage.counts(events, lost, files)}</span>
          </Flex>
        );
      },
    },
    {
      title: usage.loaded,
      key: "loaded",
      render: (_, { add_time, complete_time, loaded_by }) => (
        <Flex vertical>
          <Moment at={complete_time ?? add_time} />
          <span className="note mono">{loaded_by}</span>
        </Flex>
      ),
    },
  ];
}
