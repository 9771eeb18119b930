import { useQuery } from "@tanstack/react-query";
import { Card, Flex, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

const SHOWN = 8;

/** What the reader holds, and until when. */
export function MyAccess() {
  const { general, home, frame } = useTexts();
  const query = { given_to: "me", state: "in_force", sort: "-id", limit: SHOWN } as const;
  const grants = useQuery({
    queryKey: ["grants", "home"],
    queryFn: () => answer(client.GET("/api/v1/grants", { params: { query } })),
  });
  return (
    <Card size="small" title={<Link to="/grants">{frame.ownEntries.developer.access}</Link>}>
      <QueryView query={grants}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <Typography.Text type="secondary">{home.noAccess}</Typography.Text>}
            <ul className="home-list">
              {items.map(({ id, res_type, resource, authorities, valid_until: until }) => (
                <li key={id}>
                  <Flex gap={8} wrap align="center">
                    <Link to={`/grants/${id}`} className="mono">
                      {res_type === 0 ? general.types.root : resource}
                    </Link>
                    <AuthorityList authorities={authorities} />
                    {until !== null && (
                      <Typography.Text type="secondary">
                        {home.until} <Moment at={until} />
                      </Typography.Text>
                    )}
                  </Flex>
                </li>
              ))}
            </ul>
            {total > items.length && <Link to="/grants">{home.all(total)}</Link>}
          </>
        )}
      </QueryView>
    </Card>
  );
}
