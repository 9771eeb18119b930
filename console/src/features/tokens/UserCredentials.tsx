import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { userQuery } from "../../api/shared";
import { Loaded } from "../../components/states/Loaded";
import { Credentials } from "./Credentials";

/** The credentials of the page's user. */
export default function UserCredentials() {
  const user = useQuery(userQuery(Number(useParams().id)));
  return <Loaded query={user}>{(found) => <Credentials user={found} />}</Loaded>;
}
