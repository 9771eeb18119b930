import { useQuery } from "@tanstack/react-query";
import { Card } from "antd";
import { useParams } from "react-router";
import { clustersQuery, userQuery } from "../../api/sharedQueries";
import { LiveConnections } from "../../components/brokers/LiveConnections";
import { QueryView } from "../../components/states/QueryView";

/** Where the page's user is connected right now. */
export default function UserConnections() {
  const user = useQuery(userQuery(Number(useParams().id)));
  const clusters = useQuery(clustersQuery);
  return (
    <Card>
      <QueryView query={user}>
        {({ username }) => (
          <QueryView query={clusters}>
            {({ items }) => <LiveConnections clusters={items} principal={username} />}
          </QueryView>
        )}
      </QueryView>
    </Card>
  );
}
