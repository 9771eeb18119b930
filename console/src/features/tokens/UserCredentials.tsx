import { useParams } from "react-router";
import { Credentials } from "./Credentials";

/** The credentials of the user whose page this is. */
export default function UserCredentials() {
  return <Credentials userId={Number(useParams().id)} />;
}
