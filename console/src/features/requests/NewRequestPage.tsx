import { useNavigate, useSearchParams } from "react-router";
import { RESOURCE_TYPES } from "../../api/types";
import { RequestAccess } from "../../components/requests/RequestAccess";
import RequestsPage from "./RequestsPage";
import { limitsFromAddress } from "./requestAddress";

/** Ask for a right, over the list of requests. The address may fill the form in:
 * ?type=topic&resource=…&authority=303&user=7&subscription=… */
export default function NewRequestPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const initial = {
    type: RESOURCE_TYPES.find((option) => option === params.get("type")) ?? "topic",
    resource: params.get("resource") ?? undefined,
    authorities: params.getAll("authority").map(Number).filter(Boolean),
    user_id: Number(params.get("user")) || undefined,
    ...limitsFromAddress(params),
  };
  return (
    <>
      <RequestsPage />
      <RequestAccess key={params.toString()} initial={initial} unfolded close={() => void navigate("/requests")} />
    </>
  );
}
