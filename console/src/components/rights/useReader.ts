import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../api/session";
import { overviewQuery } from "../../api/sharedQueries";
import { mayAdminister, type Reader } from "../../permissions";

/** What the center reports about the reader; undefined until it has answered. If it fails, only the session counts. */
export function useReader(): Reader | undefined {
  const administrator = mayAdminister(useSession());
  const { data, isError } = useQuery({ ...overviewQuery, enabled: !administrator });
  if (!administrator && !isError && data === undefined) return undefined;
  const { administers = administrator, audits = administrator, gives = administrator, reads = [], counts } = data ?? {};
  return {
    administrator,
    administers,
    audits,
    reads,
    canGive: gives,
    subAccounts: counts?.sub_accounts ?? 0,
  };
}
