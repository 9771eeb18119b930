import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { useParams } from "react-router";
import { userQuery } from "../../api/sharedQueries";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Credentials } from "./Credentials";
import { LastRefusal } from "./LastRefusal";

/** The credentials of the page's user, and why it last got no token. */
export default function UserCredentials() {
  const user = useQuery(userQuery(Number(useParams().id)));
  const { tokens } = useTexts();
  return (
    <QueryView query={user}>
      {(data) => (
        <Flex vertical gap={16}>
          {data.last_refusal && (
            <Alert
              type="warning"
              showIcon
              title={tokens.lastRefusal}
              description={<LastRefusal refusal={data.last_refusal} />}
            />
          )}
          <Credentials user={data} />
        </Flex>
      )}
    </QueryView>
  );
}
