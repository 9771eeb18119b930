import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { type ResourceType, typeNumber } from "../../api/types";
import { mayAdminister } from "../../permissions";

interface Standing {
  /** Every grant on the resource is shown to the reader. */
  seesAll: boolean;
  /** The reader may give something here: it administers the place, or holds rights that its sub-accounts could get. */
  mayGive: boolean;
}

const ADMINISTER = 4;

/** How the reader stands to a resource, by its own grants there and above; nothing before they are known. */
export function useStanding(type: ResourceType, id: number): Standing {
  const session = useSession();
  const everything = mayAdminister(session);
  const { data } = useQuery({
    queryKey: ["grants", "own", session.user.id, type, id],
    queryFn: () => {
      const where = { res_type: typeNumber(type), res_id: id, inherited: true };
      return answer(
        client.GET("/api/v1/grants", {
          params: { query: { ...where, given_to: "me", state: "in_force", limit: 500 } },
        }),
      );
    },
    enabled: !everything,
  });
  const held = data?.items ?? [];
  const administers = held.some((grant) => grant.authorities.some((one) => one.id % 100 === ADMINISTER));
  return { seesAll: everything || administers, mayGive: everything || held.length > 0 };
}
