import { Card, Flex, Tabs, Tag, Typography } from "antd";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../../api/session";
import { useGrantAccess } from "../../components/rights/useGrantAccess";
import { ResourceIcon } from "../../components/values/ResourceIcon";
import { ATTENTION } from "../../design";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { AccessActions } from "./AccessActions";
import { ResourceActions } from "./ResourceActions";
import type { TabContext } from "./ResourcePage";
import { nameOf, type Resource } from "./resources";
import { useFacts } from "./useFacts";

/** What stays above the tabs: name, state, what one can do, and one line of facts. */
export function ResourceHeader({ resource, ...rights }: TabContext) {
  const facts = useFacts(resource);
  const { mayGive } = useGrantAccess(resource.type, resource.id, rights);
  return (
    <Card className="resource-header" data-testid="resource">
      <Flex justify="space-between" gap={8} wrap>
        <Kind resource={resource} />
        <Flex gap={8} wrap>
          <AccessActions resource={resource} mayGive={mayGive} administers={rights.administers} />
          <ResourceActions resource={resource} />
        </Flex>
      </Flex>
      <Typography.Title level={2} className="mono" style={{ margin: "4px 0", overflowWrap: "anywhere" }}>
        {nameOf(resource)}
      </Typography.Title>
      <dl className="note resource-facts">
        {facts.map(({ key, label, children }) => (
          <div key={key}>
            <dt>{label}</dt> <dd>{children}</dd>
          </div>
        ))}
      </dl>
      <ResourceTabs resource={resource} mayGive={mayGive} audits={rights.audits} />
    </Card>
  );
}

function Kind({ resource }: { resource: Resource }) {
  const { general } = useTexts();
  return (
    <Flex gap={8} align="center">
      <ResourceIcon type={resource.type} />
      <Typography.Text type="secondary">{general.types[resource.type]}</Typography.Text>
      {resource.type !== "cluster" && <Validity valid={resource.is_valid === 1} />}
    </Flex>
  );
}

function Validity({ valid }: { valid: boolean }) {
  const { resources } = useTexts();
  return <Tag color={valid ? "green" : ATTENTION}>{valid ? resources.valid : resources.invalid}</Tag>;
}

/** Each tab has an address; those without anything for this resource or reader are left out. */
function ResourceTabs({ resource, mayGive, audits }: { resource: Resource; mayGive: boolean; audits: boolean }) {
  const { place } = useTexts();
  const navigate = useNavigate();
  const administrator = mayAdminister(useSession());
  const base = `/resources/${resource.type}/${resource.id}`;
  const active = useLocation().pathname.slice(base.length + 1);
  const { type } = resource;
  const inside = type === "namespace" || type === "topic";
  const shows = {
    access: true,
    matrix: mayGive,
    live: inside || (type === "cluster" && resource.shows_brokers && !resource.gone),
    policies: inside && audits,
    connection: type === "cluster" && administrator,
    activity: audits,
  };
  const keys = (Object.keys(shows) as (keyof typeof shows)[]).filter((key) => shows[key]);
  return (
    <Tabs
      activeKey={active || "access"}
      items={keys.map((key) => ({ key, label: place.tabs[key] }))}
      onChange={(key) => void navigate(key === "access" ? base : `${base}/${key}`)}
    />
  );
}
