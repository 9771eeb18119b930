import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { Link } from "react-router";
import { type Grant, typeWord } from "../../api/types";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { Moment } from "../../components/values/Moment";
import { ATTENTION, MEANINGS } from "../../design";
import type { Texts } from "../../texts/texts";
import { GrantWindow } from "./GrantWindow";
import { UsageTag } from "./UsageTag";

type Column = TableColumnsType<Grant>[number];

/** Columns of tables of grants; each table takes those it needs. */
export function grantColumns({ access, general, explain }: Texts) {
  const subject: Column = {
    title: access.subject,
    key: "subject",
    render: (_, grant) => <Subject grant={grant} kinds={access} />,
  };
  const resource: Column = {
    title: access.resource,
    key: "resource",
    render: (_, grant) => <Resource grant={grant} general={general} />,
  };
  const authorities: Column = {
    title: access.authorities,
    key: "authorities",
    width: 260,
    render: (_, grant) => (
      <Flex vertical gap={6}>
        <AuthorityList authorities={grant.authorities} />
        <GrantWindow grant={grant} />
        <GrantLimits limits={grant.limits} placeType={grant.res_type} />
        {grant.resource_invalid && (
          <Tag color={ATTENTION} style={{ alignSelf: "flex-start" }}>
            {explain.marks.invalid}
          </Tag>
        )}
      </Flex>
    ),
  };
  const origin: Column = {
    title: access.where,
    key: "origin",
    render: (_, grant) => (
      <Flex vertical gap={2} align="flex-start">
        {grant.inherited ? (
          <Flex gap={6} wrap align="center">
            <Tag color={MEANINGS.inherited}>{access.inherited}</Tag>
            <Resource grant={grant} general={general} />
          </Flex>
        ) : (
          access.here
        )}
        <GrantedBy grant={grant} access={access} />
      </Flex>
    ),
  };
  const usage: Column = { title: access.usage, key: "usage", render: (_, grant) => <UsageTag usage={grant.usage} /> };
  const by: Column = {
    title: access.grantedBy,
    key: "by",
    render: (_, grant) => <GrantedBy grant={grant} access={access} />,
  };
  return { subject, resource, authorities, origin, usage, by };
}

function GrantedBy({ grant, access }: { grant: Grant; access: Texts["access"] }) {
  return (
    <Typography.Text type="secondary" style={{ fontSize: 12 }} title={access.grantedBy}>
      {grant.granted_by}
      <br />
      <Moment at={grant.add_time} />
    </Typography.Text>
  );
}

function Subject({ grant, kinds }: { grant: Grant; kinds: Texts["access"] }) {
  return (
    <Flex vertical>
      <span className="long">{grant.role_name}</span>
      {grant.user_id === null ? (
        <Tag style={{ alignSelf: "flex-start" }}>{kinds.ordinary}</Tag>
      ) : (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {kinds.personal}
        </Typography.Text>
      )}
    </Flex>
  );
}

function Resource({ grant, general }: { grant: Grant; general: Texts["general"] }) {
  const type = typeWord(grant.res_type);
  if (!type) return <span>{general.types.root}</span>;
  return (
    <Link to={`/resources/${type}/${grant.res_id}`} className="mono">
      {grant.resource}
    </Link>
  );
}

/** Change and revoke, for a row of a table of grants. */
export function actionsColumn(texts: Texts, edit: (grant: Grant) => void, revoke: (grant: Grant) => void): Column {
  return {
    title: texts.general.actions,
    key: "actions",
    render: (_, grant) =>
      grant.inherited ? null : (
        <Flex gap={8}>
          <Button size="small" onClick={() => edit(grant)}>
            {texts.general.edit}
          </Button>
          <Button size="small" danger onClick={() => revoke(grant)}>
            {texts.access.revoke}
          </Button>
        </Flex>
      ),
  };
}
