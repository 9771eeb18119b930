import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { type ResourceType, typeNumber } from "../../api/types";
import { mayAdminister } from "../../permissions";

interface Standing {
  /** The reader sees every grant on the resource. */
  seesAll: boolean;
  /** The reader may grant something here: it administers the place, or holds rights that sub-accounts could get. */
  mayGive: boolean;
  /** Grants of others there may be changed. Who only audits reads them. */
  mayChange: boolean;
}

const ADMINISTER = 4;
const AUDIT = 7;

/** What the reader may see and give on a resource, by its grants there and above; nothing until these are loaded. */
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
  // Limits are about names below the place: who is limited to some does not see every grant on it.
  const whole = held.filter(({ limits }) => limits === null);
  const has = (right: number) => whole.some((grant) => grant.authorities.some((one) => one.id % 100 === right));
  const administers = everything || has(ADMINISTER);
  const mayGive = everything || held.some((grant) => grant.authorities.some((one) => one.id % 100 !== AUDIT));
  return { seesAll: administers || has(AUDIT), mayGive, mayChange: administers || (mayGive && !has(AUDIT)) };
}
