import { Flex, Tag } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { Home } from "../../api/types";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { CredentialEnd } from "./Inbox";
import { ReadCard } from "./ListCard";

const SHOWN = 8;

/** What the reader holds, and until when. */
export function MyAccess() {
  const { frame, general, home } = useTexts();
  const query = { given_to: "me", state: "in_force", sort: "-id", limit: SHOWN } as const;
  return (
    <ReadCard
      title={frame.ownEntries.developer.access}
      to="/grants"
      empty={home.noAccess}
      queryKey={["grants", "home"]}
      read={() => answer(client.GET("/api/v1/grants", { params: { query } }))}
      line={({ id, res_type, resource, authorities, valid_until: until }) => (
        <Flex gap={8} wrap align="center">
          <Link to={`/grants/${id}`} className="mono">
            {res_type === 0 ? general.types.root : resource}
          </Link>
          <AuthorityList authorities={authorities} />
          {until !== null && home.until} {until !== null && <Moment at={until} />}
        </Flex>
      )}
    />
  );
}

/** The reader's last requests and what became of them. */
export function MyRequests() {
  const { home, requests } = useTexts();
  const query = { box: "mine", sort: "-id", limit: SHOWN } as const;
  return (
    <ReadCard
      title={requests.boxes.mine}
      to="/requests"
      extra={<Link to="/requests/new">{requests.ask}</Link>}
      empty={home.noRequests}
      queryKey={["access-requests", "home"]}
      read={() => answer(client.GET("/api/v1/access-requests", { params: { query } }))}
      line={({ id, resource, state }) => (
        <>
          <Link to={`/requests?box=mine&id=${id}`} className="mono">
            {resource}
          </Link>{" "}
          <Tag>{requests.states[state] ?? state}</Tag>
        </>
      )}
    />
  );
}

/** The reader's own services, and which of their credentials ends next. */
export function MyServices({ ends }: { ends: Home["ending_credentials"] }) {
  const { frame, identity } = useTexts();
  const query = { parent_id: useSession().user.id, limit: SHOWN };
  return (
    <ReadCard
      title={frame.ownEntries.owner.people}
      to="/users"
      empty={identity.noSubs}
      queryKey={["users", "services", query.parent_id]}
      read={() => answer(client.GET("/api/v1/users", { params: { query } }))}
      line={({ id, username }) => {
        const next = ends.find((credential) => credential.user_id === id);
        return (
          <>
            <Link to={`/users/${id}/credentials`} className="mono">
              {username}
            </Link>{" "}
            {next && <CredentialEnd ending={next} />}
          </>
        );
      }}
    />
  );
}
