import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useSession } from "../../api/session";
import type { User } from "../../api/types";
import { Moment } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { userFactorsQuery } from "./users";

/** Says that the removal of the user's second factors waits for a second administrator, who is the reader perhaps. */
export function WaitingReset({ user }: { user: User }) {
  const { security } = useTexts();
  const enabled = mayAdminister(useSession()) && user.kind === "person";
  const { data } = useQuery({ ...userFactorsQuery(user), enabled });
  if (!data?.reset) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={security.resetWaits(data.reset.asked_by)}
      description={
        <>
          {security.resetWaitsHint} <Moment at={data.reset.valid_until} />
        </>
      }
    />
  );
}
