import { Link } from "react-router";
import { useSession } from "../../api/session";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { EmptyState } from "./EmptyState";

/** The reader sees no cluster. Administrators may register one; others may ask for rights. */
export function NoClusters() {
  const { requests, resources } = useTexts();
  const session = useSession();
  return mayAdminister(session) ? (
    <EmptyState title={resources.noClusters} hint={resources.noClustersHint} />
  ) : (
    <EmptyState
      title={resources.nothingVisible}
      hint={resources.nothingVisibleHint(session.address)}
      action={<Link to="/requests/new">{requests.ask}</Link>}
    />
  );
}
