import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import { Link, useParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { RESOURCE_TYPES, type RightsOnResource, typeNumber, typeWord } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import type { PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { AuthorityTag } from "../../components/rights/AuthorityText";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { GrantWindow } from "../../components/rights/GrantWindow";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { RestrictionTags } from "./RestrictionTags";

/** The effective rights of the page's user, place by place, each with its grants. */
export default function EffectiveRights() {
  const texts = useTexts();
  const { explain, general } = texts;
  const id = Number(useParams().id);
  const { get, set } = useListAddress();
  const typeName = get("type", RESOURCE_TYPES);
  const type = typeName && typeNumber(typeName);
  const load = ({ limit, cursor }: PageQuery) =>
    answer(
      client.GET("/api/v1/users/{user_id}/rights", {
        params: { path: { user_id: id }, query: { limit, cursor, res_type: type } },
      }),
    );
  return (
    <>
      <Typography.Paragraph type="secondary">{explain.effectiveHint}</Typography.Paragraph>
      <ServerTable<RightsOnResource>
        queryKey={["rights", id, type]}
        load={load}
        columns={columns(texts)}
        rowKey={(row) => `${row.res_type}:${row.res_id}`}
        empty={<EmptyState title={explain.noRights} hint={explain.noRightsHint} />}
        filters={
          <ListFilter
            label={explain.anyType}
            width={180}
            value={typeName}
            change={(newType) => set({ type: newType })}
            options={RESOURCE_TYPES.map((value) => ({ value, label: general.types[value] }))}
          />
        }
      />
    </>
  );
}

function columns({ access, explain, general }: Texts): TableColumnsType<RightsOnResource> {
  return [
    {
      title: access.resource,
      key: "resource",
      render: (_, row) => {
        const type = typeWord(row.res_type);
        return (
          <Flex vertical gap={4} align="flex-start">
            {type ? (
              <Link to={`/resources/${type}/${row.res_id}`} className="mono">
                {row.resource}
              </Link>
            ) : (
              general.types.root
            )}
            {row.resource_invalid && <Tag color="orange">{explain.marks.invalid}</Tag>}
          </Flex>
        );
      },
    },
    {
      title: access.authorities,
      key: "rights",
      render: (_, row) => (
        <Flex vertical gap={8}>
          {row.rights.map((right) => (
            <Flex key={right.id} gap={8} wrap align="center">
              <AuthorityTag id={right.id} text={right.text} />
              <RestrictionTags notInForce={right.not_in_force} limited={right.limited_by_main} />
            </Flex>
          ))}
        </Flex>
      ),
    },
    {
      title: explain.from,
      key: "from",
      render: (_, row) => {
        const grants = new Map(row.rights.flatMap((right) => right.grants.map((grant) => [grant.id, grant])));
        return (
          <Flex vertical gap={6}>
            {[...grants.values()].map((grant) => (
              <div key={grant.id}>
                {explain.steps.grant} {grant.id} ·{" "}
                {grant.personal ? explain.steps.personalRole : `${explain.steps.role} ${grant.role_name}`}
                <GrantWindow grant={grant} />
                <GrantLimits limits={grant.limits} placeType={row.res_type} />
              </div>
            ))}
          </Flex>
        );
      },
    },
  ];
}
