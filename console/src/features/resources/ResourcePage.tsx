import { useQuery } from "@tanstack/react-query";
import { Alert, Card, Descriptions, Flex, Tag, Typography } from "antd";
import { Link, Outlet, useParams } from "react-router";
import { Problem } from "../../api/problem";
import { useSession } from "../../api/session";
import { RESOURCE_TYPES, type ResourceType } from "../../api/types";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { ResourceIcon } from "../../components/values/ResourceIcon";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { ClusterConnection } from "./ClusterConnection";
import { ConnectBrokers } from "./ConnectBrokers";
import { EncryptionKeysCard } from "./EncryptionKeysCard";
import { BrokerLoad } from "./live/BrokerLoad";
import { Bundles } from "./live/Bundles";
import { TopicLedgers } from "./live/TopicLedgers";
import { TopicStats } from "./live/TopicStats";
import { TopicSubscriptions } from "./live/TopicSubscriptions";
import { NextStep } from "./NextStep";
import { Policies } from "./Policies";
import { Provisioning } from "./Provisioning";
import { ResourceActions } from "./ResourceActions";
import { isScalable, nameOf, type Resource, resourceQuery } from "./resources";
import { Subscriptions } from "./Subscriptions";
import { TopicConnections } from "./TopicConnections";
import { useFacts } from "./useFacts";
import { useMay } from "./useMay";

/** One resource: its state, its facts, and (from the feature below) who may do what here. */
export default function ResourcePage() {
  const { frame, problems, why } = useTexts();
  const { type, id } = useParams();
  const validAddress = RESOURCE_TYPES.includes(type as ResourceType) && Number(id) > 0;
  const query = useQuery({ ...resourceQuery(type as ResourceType, Number(id)), enabled: validAddress });
  if (!validAddress) return <EmptyState title={frame.notFound} hint={frame.notFoundHint} />;
  if (query.error instanceof Problem && query.error.status === 404)
    return (
      <EmptyState
        title={problems.codes.not_found ?? frame.notFound}
        action={<Link to={`/why?type=${type}`}>{why.askAboutMe}</Link>}
      />
    );
  return (
    <QueryView query={query}>{(resource) => <ResourceDetails key={`${type}:${id}`} resource={resource} />}</QueryView>
  );
}

function ResourceDetails({ resource }: { resource: Resource }) {
  const administrator = mayAdminister(useSession());
  const may = useMay(resource);
  const scalable = isScalable(resource);
  return (
    <Flex vertical gap={16}>
      <Card data-testid="resource">
        <Flex vertical gap={16}>
          <Flex justify="space-between" gap={8} wrap>
            <Heading resource={resource} />
            <ResourceActions resource={resource} />
          </Flex>
          {resource.type !== "cluster" && <Provisioning resource={resource} />}
          {resource.type === "cluster" && resource.gone && <GivenUp />}
          {resource.type !== "topic" && <NextStep resource={resource} />}
          <Descriptions column={{ xs: 1, xl: 2 }} items={useFacts(resource)} />
        </Flex>
      </Card>
      {resource.type === "cluster" && administrator && <ClusterConnection cluster={resource} />}
      {resource.type === "cluster" && administrator && <ConnectBrokers cluster={resource} />}
      {resource.type === "cluster" && resource.shows_brokers && !resource.gone && (
        <BrokerLoad clusterId={resource.id} />
      )}
      <Outlet context={{ name: nameOf(resource), administers: may("administer"), audits: may("audit") }} />
      {(resource.type === "namespace" || (resource.type === "topic" && !scalable)) && <Policies resource={resource} />}
      {(resource.type === "namespace" || resource.type === "topic") && <EncryptionKeysCard resource={resource} />}
      {resource.type === "topic" && <TopicStats topic={resource} mayChange={!scalable && may("change")} />}
      {resource.type === "topic" && <TopicSubscriptions topic={resource} mayChange={may("subscriptions")} />}
      {resource.type === "topic" && !scalable && <TopicLedgers topic={resource} />}
      {resource.type === "topic" && <TopicConnections topic={resource} />}
      {resource.type === "namespace" && (
        <Bundles namespaceId={resource.id} name={nameOf(resource)} mayChange={may("change")} />
      )}
      {resource.type === "namespace" && <Subscriptions namespace={resource} />}
    </Flex>
  );
}

function GivenUp() {
  const { resources } = useTexts();
  return <Alert type="warning" showIcon title={resources.gaveUp} description={resources.gaveUpHint} />;
}

function Heading({ resource }: { resource: Resource }) {
  const { general } = useTexts();
  return (
    <Flex vertical gap={4} style={{ flex: "1 1 260px", minWidth: 0 }}>
      <Flex gap={8} align="center" wrap>
        <ResourceIcon type={resource.type} />
        <Typography.Text type="secondary" style={{ fontWeight: 400 }}>
          {general.types[resource.type]}
        </Typography.Text>
        {resource.type !== "cluster" && <Validity valid={resource.is_valid === 1} />}
      </Flex>
      <Typography.Title level={2} className="mono" style={{ margin: 0, overflowWrap: "anywhere" }}>
        {nameOf(resource)}
      </Typography.Title>
    </Flex>
  );
}

function Validity({ valid }: { valid: boolean }) {
  const { resources } = useTexts();
  return <Tag color={valid ? "green" : "orange"}>{valid ? resources.valid : resources.invalid}</Tag>;
}
