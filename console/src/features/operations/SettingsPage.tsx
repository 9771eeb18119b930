import { useQuery } from "@tanstack/react-query";
import { Checkbox, Flex, Input, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Setting } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";

/** All settings of the center, to read: they are changed in its environment. */
export default function SettingsPage() {
  const { settings } = useTexts().operations;
  const query = useQuery({ queryKey: ["settings"], queryFn: () => answer(client.GET("/api/v1/settings")) });
  const columns = useColumns();
  const [q, setQ] = useState("");
  const [isChangedOnly, setChangedOnly] = useState(false);
  const isShown = ({ name, meaning, source }: Setting) =>
    `${name} ${meaning}`.toLowerCase().includes(q.trim().toLowerCase()) && !(isChangedOnly && source === "default");
  return (
    <Page title={settings.title} hint={settings.hint}>
      <Flex gap={16} wrap align="center">
        <Input
          allowClear
          aria-label={settings.find}
          placeholder={settings.find}
          value={q}
          onChange={(event) => setQ(event.target.value)}
          style={{ maxWidth: 320 }}
        />
        <Checkbox checked={isChangedOnly} onChange={(event) => setChangedOnly(event.target.checked)}>
          {settings.changedOnly}
        </Checkbox>
      </Flex>
      <QueryView query={query}>
        {({ items }) => (
          <DataTable<Setting>
            size="small"
            rowKey="name"
            columns={columns}
            dataSource={items.filter(isShown)}
            pagination={false}
            locale={{ emptyText: <EmptyState title={settings.none} /> }}
          />
        )}
      </QueryView>
    </Page>
  );
}

function useColumns(): TableColumnsType<Setting> {
  const { settings } = useTexts().operations;
  return [
    { title: settings.name, key: "name", width: 300, render: (_, { name }) => <span className="mono">{name}</span> },
    { title: settings.value, key: "value", width: 260, render: (_, setting) => <Value setting={setting} /> },
    {
      title: settings.source,
      key: "source",
      width: 120,
      render: (_, { source }) => (
        <Tag color={source === "default" ? undefined : "blue"}>{settings.sources[source]}</Tag>
      ),
    },
    // The center has its descriptions in English alone.
    { title: settings.meaning, key: "meaning", render: (_, { meaning }) => <span lang="en">{meaning}</span> },
  ];
}

function Value({ setting: { value, is_secret, is_set } }: { setting: Setting }) {
  const { settings } = useTexts().operations;
  if (value !== null) return <span className="mono">{value}</span>;
  return <Typography.Text type="secondary">{is_secret && is_set ? settings.isSet : settings.isEmpty}</Typography.Text>;
}
