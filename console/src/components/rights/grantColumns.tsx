import { Button, Flex, type TableColumnsType, Tag } from "antd";
import { Link } from "react-router";
import { type Grant, typeWord } from "../../api/types";
import { ATTENTION, MEANINGS } from "../../design";
import type { Texts } from "../../texts/texts";
import { Moment } from "../values/Moment";
import { GrantLimits } from "./GrantLimits";
import { endsSoon, GrantWindow } from "./GrantWindow";
import { RightChips } from "./RightChips";
import { UsageTag } from "./UsageTag";

type Column = TableColumnsType<Grant>[number];

/** Columns of tables of grants; each table takes those it needs. */
export function grantColumns({ access, general, explain, place }: Texts) {
  const subject: Column = {
    title: access.subject,
    key: "subject",
    width: 140,
    render: (_, grant) => <Subject grant={grant} access={access} />,
  };
  const resource: Column = {
    title: access.resource,
    key: "resource",
    render: (_, grant) => <Resource grant={grant} general={general} />,
  };
  const authorities: Column = {
    title: access.authorities,
    key: "authorities",
    width: 205,
    render: (_, grant) => (
      <Flex vertical gap={4} align="flex-start">
        <RightChips authorities={grant.authorities} placeType={grant.res_type} color={meaningOf(grant)} />
        {grant.inherited && (
          <span className="note">
            {place.inheritedFrom} <Resource grant={grant} general={general} />
          </span>
        )}
        {grant.of_another_main && <span className="note">{place.otherMain}</span>}
        {grant.resource_invalid && <Tag color={ATTENTION}>{explain.marks.invalid}</Tag>}
      </Flex>
    ),
  };
  const limits: Column = {
    title: place.limits,
    key: "limits",
    width: 145,
    render: (_, grant) => [
      <GrantLimits key="limits" limits={grant.limits} placeType={grant.res_type} />,
      <GrantWindow key="window" grant={grant} />,
    ],
  };
  const usage: Column = { title: access.usage, key: "usage", render: (_, grant) => <UsageTag usage={grant.usage} /> };
  const by: Column = {
    title: access.grantedBy,
    key: "by",
    render: (_, grant) => (
      <span className="note">
        <span className="long">{grant.granted_by}</span> <Moment at={grant.add_time} />
      </span>
    ),
  };
  return { subject, resource, authorities, limits, usage, by };
}

/** What the colour of a grant's rights says (design.ts). What ends is what one has to know first. */
function meaningOf(grant: Grant) {
  if (endsSoon(grant)) return MEANINGS.ending;
  if (grant.of_another_main) return MEANINGS.otherMain;
  return grant.inherited ? MEANINGS.inherited : MEANINGS.granted;
}

function Subject({ grant, access }: { grant: Grant; access: Texts["access"] }) {
  return (
    <Flex vertical>
      <span className="long">{grant.role_name}</span>
      {grant.user_id === null && <span className="note">{access.ordinary}</span>}
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
