import { useQuery } from "@tanstack/react-query";
import { Tabs } from "antd";
import { useSearchParams } from "react-router";
import { Page } from "../../components/page/Page";
import { useReader } from "../../components/rights/useReader";
import { readsEverything } from "../../permissions";
import { useTexts } from "../../texts/language";
import { CreepTab } from "./CreepTab";
import { DenialsTab } from "./DenialsTab";
import { resultsQuery } from "./findings";
import { NoRun } from "./NoRun";
import { Run } from "./Run";
import { RunsTab } from "./RunsTab";
import { UsageTab } from "./UsageTab";
import { TABS } from "./usage";

const CONTENTS = { grants: UsageTab, creep: CreepTab, denials: DenialsTab, runs: RunsTab };

/** What the audit counted: what is used of what is granted, what was denied, and by which runs it is known. */
export default function UsagePage() {
  const { usage } = useTexts();
  const [params, setParams] = useSearchParams();
  const tenant = params.get("tenant");
  const reader = useReader();
  const noRun = useQuery(resultsQuery).data?.run === null;
  const tabs = TABS.filter((tab) => tab !== "runs" || (reader && readsEverything(reader)));
  return (
    <Page title={usage.title} hint={<Run hint={usage.hint} />}>
      <Tabs
        activeKey={tabs.find((tab) => tab === params.get("tab")) ?? "grants"}
        // The tenant stays; whatever else a list is filtered by, another one is not.
        onChange={(tab) => setParams({ ...(tenant && { tenant }), tab })}
        items={tabs.map((key) => {
          const Content = CONTENTS[key];
          return { key, label: usage.tabs[key], children: noRun && key !== "runs" ? <NoRun /> : <Content /> };
        })}
        destroyOnHidden
      />
    </Page>
  );
}
