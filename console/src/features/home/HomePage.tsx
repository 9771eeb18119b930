import { useQuery } from "@tanstack/react-query";
import { Flex } from "antd";
import { overviewQuery } from "../../api/sharedQueries";
import type { Home, Overview } from "../../api/types";
import { Page } from "../../components/page/Page";
import { useReader } from "../../components/rights/useReader";
import { QueryView } from "../../components/states/QueryView";
import { type Person, personsOf } from "../../person";
import { useTexts } from "../../texts/language";
import { Denials, TenantUse } from "./Bars";
import { BrokerStrips } from "./BrokerStrips";
import { Changes } from "./Changes";
import { FirstSteps, type FirstStepsProps } from "./FirstSteps";
import { OwnSteps } from "./OwnSteps";
import "./home.css";
import { homeQuery } from "./home";
import { Inbox } from "./Inbox";
import { LastDenial } from "./LastDenial";
import { MyAccess, MyRequests, MyServices } from "./Mine";

const REFRESH_MS = 10_000;

/** What the reader came for: what waits, what is out of order, what is its own. */
export default function HomePage({ StepDialog }: Pick<FirstStepsProps, "StepDialog">) {
  const { frame } = useTexts();
  const overview = useQuery({ ...overviewQuery, refetchInterval: REFRESH_MS });
  const home = useQuery(homeQuery);
  const reader = useReader();
  return (
    <Page title={frame.entries.home} hint={overview.data && <Counts overview={overview.data} />}>
      <QueryView query={overview}>
        {(overview) => (
          <QueryView query={home}>
            {(home) => reader && <Parts {...{ overview, home, StepDialog }} persons={personsOf(reader)} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

/** How much there is: one line, which nobody has to read. */
function Counts({ overview: { counts, revision } }: { overview: Overview }) {
  const { home, operations } = useTexts();
  const parts = Object.entries(counts).map(([key, value]) => home.counted(value, operations.counts[key] ?? key));
  return <>{[...parts, home.revision(revision)].join(" · ")}</>;
}

interface PartsProps extends Pick<FirstStepsProps, "StepDialog"> {
  overview: Overview;
  home: Home;
  persons: Person[];
}

function Parts({ overview, home, persons, StepDialog }: PartsProps) {
  const is = (...some: Person[]) => some.some((person) => persons.includes(person));
  return (
    <Flex vertical gap={16}>
      {home.first_steps ? (
        <FirstSteps overview={overview} made={home.first_steps} StepDialog={StepDialog} />
      ) : (
        overview.counts.grants === 0 && <OwnSteps />
      )}
      {home.clusters.length > 0 && <BrokerStrips clusters={home.clusters} />}
      {is("developer") ? (
        <div className="home-parts">
          <MyAccess />
          <Flex vertical gap={16}>
            <MyRequests />
            <LastDenial refusal={home.denials.last_own} />
          </Flex>
        </div>
      ) : (
        <div className="home-parts">
          <Flex vertical gap={16}>
            {is("administrator", "owner") && <Inbox overview={overview} home={home} />}
            {is("auditor") && <Changes isAuditor places={overview.reads} />}
            {is("owner") && <MyServices ends={home.ending_credentials} />}
          </Flex>
          <Flex vertical gap={16}>
            <TenantUse use={home.use} places={overview.reads} isOwner={is("owner")} />
            <Denials denials={home.denials} />
            {!is("auditor") && <Changes isAuditor={false} places={overview.reads} />}
          </Flex>
        </div>
      )}
    </Flex>
  );
}
