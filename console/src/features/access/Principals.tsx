import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { type Principal, type ResourceType, typeNumber } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import type { PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { GrantWindow } from "../../components/rights/GrantWindow";
import { RightChips } from "../../components/rights/RightChips";
import { EmptyState } from "../../components/states/EmptyState";
import { ATTENTION, MEANINGS } from "../../design";
import { mayAdminister, mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { RestrictionTags } from "./RestrictionTags";

const RIGHTS = [
  "create",
  "delete",
  "write",
  "read",
  "administer",
  "audit",
  "subscriptions",
  "functions",
  "only_functions",
  "sources",
  "sinks",
  "packages",
] as const;

/** Everybody with a right on a resource: what they may do now, and by which grants on it or above. */
export function Principals({ type, id }: { type: ResourceType; id: number }) {
  const texts = useTexts();
  const { explain, general } = texts;
  const { get, set } = useListAddress();
  const right = get("right", RIGHTS);
  const session = useSession();
  const mayOpen = (row: Principal) =>
    mayAdminister(session) || (mayGrant(session) && [row.username, row.main_account].includes(session.user.username));
  const load = (page: PageQuery) =>
    answer(
      client.GET("/api/v1/access/principals", {
        params: { query: { ...page, res_type: typeNumber(type), res_id: id, right } },
      }),
    );
  return (
    <>
      <Typography.Paragraph type="secondary">{explain.peopleHint}</Typography.Paragraph>
      <ServerTable<Principal>
        queryKey={["principals", type, id, right]}
        load={load}
        columns={columns(texts, typeNumber(type), mayOpen)}
        rowKey={(row) => row.user_id}
        faded={(row) => row.effective.length === 0 && !onlyLimited(row)}
        search={general.search}
        empty={<EmptyState title={explain.noPeople} hint={explain.noPeopleHint} />}
        filters={
          <ListFilter
            label={explain.anyRight}
            width={180}
            value={right}
            change={(newRight) => set({ right: newRight })}
            options={RIGHTS.map((value) => ({ value, label: explain.rightNames[value] }))}
          />
        }
      />
    </>
  );
}

/** True when nothing is held of the whole place, but something of what a grant is limited to. */
function onlyLimited({ grants, resource_invalid: invalid }: Principal): boolean {
  const counts = (grant: Principal["grants"][number]) => !grant.not_in_force && grant.limited_by_main !== "entirely";
  return !invalid && grants.some((grant) => grant.limits !== null && counts(grant));
}

function columns(
  { explain, general }: Texts,
  type: number,
  mayOpen: (row: Principal) => boolean,
): TableColumnsType<Principal> {
  return [
    {
      title: explain.holder,
      key: "holder",
      render: (_, row) => (
        <Flex vertical>
          {mayOpen(row) ? <Link to={`/users/${row.user_id}/effective`}>{row.username}</Link> : row.username}
          {row.main_account && <Typography.Text type="secondary">{explain.subOf(row.main_account)}</Typography.Text>}
        </Flex>
      ),
    },
    {
      title: explain.holds,
      key: "effective",
      width: 320,
      render: (_, row) => {
        const clusters = [...new Set(row.effective.flatMap((authority) => authority.clusters ?? []))];
        return (
          <Flex vertical gap={4}>
            {row.effective.length > 0 && (
              <RightChips authorities={row.effective} placeType={type} color={MEANINGS.granted} />
            )}
            {row.effective.length === 0 && (onlyLimited(row) ? explain.onlyLimited : explain.nothingNow)}
            {clusters.length > 0 && <Tag>{explain.onlyOn(clusters.join(", "))}</Tag>}
            {row.resource_invalid && <Tag color={ATTENTION}>{explain.marks.invalid}</Tag>}
          </Flex>
        );
      },
    },
    {
      title: explain.through,
      key: "through",
      render: (_, row) => (
        <Flex vertical gap={8}>
          {row.grants.map((grant) => (
            <Flex key={grant.id} gap={6} wrap align="center">
              <span>
                {explain.steps.grant} {grant.id} ·{" "}
                {grant.personal ? explain.steps.personalRole : `${explain.steps.role} ${grant.role_name}`}
              </span>
              {grant.inherited && (
                <>
                  <Tag color={MEANINGS.inherited}>{grant.by_reading ? explain.byReading : explain.inherited}</Tag>
                  {grant.res_type === 0 ? general.types.root : <span className="mono">{grant.resource}</span>}
                </>
              )}
              <RestrictionTags notInForce={grant.not_in_force} limited={grant.limited_by_main} />
              <GrantWindow grant={grant} />
              <GrantLimits limits={grant.limits} placeType={grant.res_type} />
            </Flex>
          ))}
        </Flex>
      ),
    },
  ];
}
