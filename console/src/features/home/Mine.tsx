import { useQuery } from "@tanstack/react-query";
import { Flex, Tag } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { Home } from "../../api/types";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { CredentialEnd } from "./Inbox";
import { ListCard } from "./ListCard";

const SHOWN = 8;

/** What the reader holds, and until when. */
export function MyAccess() {
  const { frame, general, home } = useTexts();
  const query = { given_to: "me", state: "in_force", sort: "-id", limit: SHOWN } as const;
  const grants = useQuery({
    queryKey: ["grants", "home"],
    queryFn: () => answer(client.GET("/api/v1/grants", { params: { query } })),
  });
  return (
    <QueryView query={grants}>
      {({ items, total }) => (
        <ListCard
          title={frame.ownEntries.developer.access}
          to="/grants"
          empty={home.noAccess}
          total={total}
          lines={items.map(({ id, res_type, resource, authorities, valid_until: until }) => ({
            key: id,
            content: (
              <Flex gap={8} wrap align="center">
                <Link to={`/grants/${id}`} className="mono">
                  {res_type === 0 ? general.types.root : resource}
                </Link>
                <AuthorityList authorities={authorities} />
                {until !== null && home.until} {until !== null && <Moment at={until} />}
              </Flex>
            ),
          }))}
        />
      )}
    </QueryView>
  );
}

/** The reader's last requests and what became of them. */
export function MyRequests() {
  const { home, requests } = useTexts();
  const query = { box: "mine", sort: "-id", limit: SHOWN } as const;
  const mine = useQuery({
    queryKey: ["access-requests", "home"],
    queryFn: () => answer(client.GET("/api/v1/access-requests", { params: { query } })),
  });
  return (
    <QueryView query={mine}>
      {({ items, total }) => (
        <ListCard
          title={requests.boxes.mine}
          to="/requests"
          extra={<Link to="/requests/new">{requests.ask}</Link>}
          empty={home.noRequests}
          total={total}
          lines={items.map(({ id, resource, state }) => ({
            key: id,
            content: (
              <>
                <Link to={`/requests?box=mine&id=${id}`} className="mono">
                  {resource}
                </Link>{" "}
                <Tag>{requests.states[state] ?? state}</Tag>
              </>
            ),
          }))}
        />
      )}
    </QueryView>
  );
}

/** The reader's own services, and which of their credentials ends next. */
export function MyServices({ ends }: { ends: Home["ending_credentials"] }) {
  const { frame, identity } = useTexts();
  const query = { parent_id: useSession().user.id, limit: SHOWN };
  const services = useQuery({
    queryKey: ["users", "services", query.parent_id],
    queryFn: () => answer(client.GET("/api/v1/users", { params: { query } })),
  });
  return (
    <QueryView query={services}>
      {({ items, total }) => (
        <ListCard
          title={frame.ownEntries.owner.people}
          to="/users"
          empty={identity.noSubs}
          total={total}
          lines={items.map(({ id, username }) => {
            const next = ends.find((credential) => credential.user_id === id);
            return {
              key: id,
              content: (
                <>
                  <Link to={`/users/${id}/credentials`} className="mono">
                    {username}
                  </Link>{" "}
                  {next && <CredentialEnd ending={next} />}
                </>
              ),
            };
          })}
        />
      )}
    </QueryView>
  );
}
