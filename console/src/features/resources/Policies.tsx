import { EditOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Descriptions, Flex, Typography } from "antd";
import { useState } from "react";
import type { PolicyWish } from "../../api/types";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { EditPolicies } from "./EditPolicies";
import { LivePolicies } from "./LivePolicies";
import { type Governed, policiesQuery } from "./policies";
import { useMay } from "./useMay";

/** The policies of a namespace or topic; for who administers or audits it. */
export function Policies({ resource }: { resource: Governed }) {
  const may = useMay(resource);
  const reads = may("audit");
  const found = useQuery({ ...policiesQuery(resource), enabled: reads });
  return (
    reads && (
      <Loaded query={found}>{(seen) => <Known resource={resource} seen={seen} changes={may("change")} />}</Loaded>
    )
  );
}

function Known({ resource, seen, changes }: { resource: Governed; seen: PolicyWish; changes: boolean }) {
  const { policies } = useTexts();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const persistent = resource.type === "namespace" || resource.domain === "persistent";
  const lines = Object.entries(seen.shown).map(([name, value]) => ({
    key: name,
    label: policies.names[name] ?? name,
    children: <span className="mono">{value}</span>,
  }));
  const change = changes && persistent && (
    <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
      {policies.change}
    </Button>
  );
  return (
    <Card title={policies.title} extra={change} data-testid="policies">
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{policies.hint}</Typography.Text>
        {lines.length > 0 ? (
          <Descriptions column={{ xs: 1, xl: 2 }} items={lines} />
        ) : (
          <EmptyState title={policies.none} hint={policies.noneHint} />
        )}
        {asking ? (
          <LivePolicies resource={resource} />
        ) : (
          <div>
            <Button size="small" onClick={() => setAsking(true)}>
              {policies.ask}
            </Button>
          </div>
        )}
      </Flex>
      {editing && <EditPolicies resource={resource} seen={seen} close={() => setEditing(false)} />}
    </Card>
  );
}
