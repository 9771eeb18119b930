import { useQuery } from "@tanstack/react-query";
import { useSession } from "../api/session";
import { clustersQuery } from "../api/shared";
import { mayAdminister } from "../permissions";

/** Whether some cluster shows its brokers to the reader; undefined until that is known. */
export function useReadsBrokers(): boolean | undefined {
  const administrator = mayAdminister(useSession());
  const { data, isError } = useQuery({ ...clustersQuery, enabled: !administrator });
  if (administrator || isError) return administrator;
  return data?.items.some((cluster) => cluster.shows_brokers);
}
