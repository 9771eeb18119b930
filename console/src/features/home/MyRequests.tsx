import { useQuery } from "@tanstack/react-query";
import { Card, Tag, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";

const SHOWN = 5;

/** The reader's last requests and what became of them. */
export function MyRequests() {
  const { home, requests } = useTexts();
  const query = { box: "mine", sort: "-id", limit: SHOWN } as const;
  const mine = useQuery({
    queryKey: ["access-requests", "home"],
    queryFn: () => answer(client.GET("/api/v1/access-requests", { params: { query } })),
  });
  return (
    <Card
      size="small"
      title={<Link to="/requests">{requests.boxes.mine}</Link>}
      extra={<Link to="/requests/new">{requests.ask}</Link>}
    >
      <QueryView query={mine}>
        {({ items }) => (
          <>
            {items.length === 0 && <Typography.Text type="secondary">{home.noRequests}</Typography.Text>}
            <ul className="home-list">
              {items.map(({ id, resource, state }) => (
                <li key={id}>
                  <Link to={`/requests?box=mine&id=${id}`} className="mono">
                    {resource}
                  </Link>{" "}
                  <Tag>{requests.states[state] ?? state}</Tag>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Card>
  );
}
