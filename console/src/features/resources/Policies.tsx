import { EditOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Descriptions, Flex, Typography } from "antd";
import { useState } from "react";
import type { PolicyWish } from "../../api/types";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { EditPolicies } from "./EditPolicies";
import { LivePolicies } from "./LivePolicies";
import { type PolicyResource, policiesQuery } from "./policies";
import { useMay } from "./useMay";

/** The policies of a namespace or topic; for those who administer or audit it. */
export function Policies({ resource }: { resource: PolicyResource }) {
  const may = useMay(resource);
  const mayRead = may("audit");
  const query = useQuery({ ...policiesQuery(resource), enabled: mayRead });
  return (
    mayRead && (
      <QueryView query={query}>
        {(current) => <PolicyCard resource={resource} current={current} mayChange={may("change")} />}
      </QueryView>
    )
  );
}

function PolicyCard({
  resource,
  current,
  mayChange,
}: {
  resource: PolicyResource;
  current: PolicyWish;
  mayChange: boolean;
}) {
  const { policies } = useTexts();
  const [editing, setEditing] = useState(false);
  const [showLive, setShowLive] = useState(false);
  const persistent = resource.type === "namespace" || resource.domain === "persistent";
  const lines = Object.entries(current.shown).map(([name, value]) => ({
    key: name,
    label: policies.names[name] ?? name,
    children: <span className="mono">{value}</span>,
  }));
  const changeButton = mayChange && persistent && (
    <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
      {policies.change}
    </Button>
  );
  return (
    <Card title={policies.title} extra={changeButton} data-testid="policies">
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{policies.hint}</Typography.Text>
        {lines.length > 0 ? (
          <Descriptions column={{ xs: 1, xl: 2 }} items={lines} />
        ) : (
          <EmptyState title={policies.none} hint={policies.noneHint} />
        )}
        {showLive ? (
          <LivePolicies resource={resource} />
        ) : (
          <div>
            <Button size="small" onClick={() => setShowLive(true)}>
              {policies.ask}
            </Button>
          </div>
        )}
      </Flex>
      {editing && <EditPolicies resource={resource} current={current} close={() => setEditing(false)} />}
    </Card>
  );
}
