import { useQuery } from "@tanstack/react-query";
import { Card, Tag, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { Home } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";

const SHOWN = 10;

/** The reader's own services, and which of their credentials ends next. */
export function MyServices({ ends }: { ends: Home["ends"]["credentials"] }) {
  const { frame, home, identity } = useTexts();
  const { id } = useSession().user;
  const services = useQuery({
    queryKey: ["users", "services", id],
    queryFn: () => answer(client.GET("/api/v1/users", { params: { query: { parent_id: id, limit: SHOWN } } })),
  });
  return (
    <Card size="small" title={<Link to="/users">{frame.ownEntries.owner.people}</Link>}>
      <QueryView query={services}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <Typography.Text type="secondary">{identity.noSubs}</Typography.Text>}
            <ul className="home-list">
              {items.map((user) => (
                <li key={user.id}>
                  <Link to={`/users/${user.id}/credentials`} className="mono">
                    {user.username}
                  </Link>{" "}
                  <NextEnd ending={ends.find((credential) => credential.user_id === user.id)} />
                </li>
              ))}
            </ul>
            {total > items.length && <Link to="/users">{home.all(total)}</Link>}
          </>
        )}
      </QueryView>
    </Card>
  );
}

function NextEnd({ ending }: { ending: Home["ends"]["credentials"][number] | undefined }) {
  const { home } = useTexts();
  if (ending === undefined) return null;
  return (
    <>
      <Tag color={MEANINGS.ending}>{home.ends}</Tag>
      {home.credential(ending.kind, ending.name)} · <Moment at={ending.valid_until} />
    </>
  );
}
