import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { type ResourceType, typeNumber } from "../../api/types";
import { mayGrant } from "../../permissions";

/** The last two digits of the authorities to audit, which cannot be passed on. */
const AUDIT_DIGITS = 7;

/** What the resource's page passes on: its name, and what the reader may do there. */
export interface ResourceContext {
  name: string;
  administers: boolean;
  /** The reader may read what is recorded there; so may whoever administers it. */
  audits: boolean;
}

interface GrantAccess {
  /** The reader sees every grant on the resource. */
  seesAll: boolean;
  /** The reader may grant something here: it administers the place, or holds rights that sub-accounts could get. */
  mayGive: boolean;
  /** The reader may change grants of others there. Auditors only read them. */
  mayChange: boolean;
}

/** What the reader may see and give on a resource, by the center's answer and by its grants there and above. */
export function useGrantAccess(type: ResourceType, id: number, { administers, audits }: ResourceContext): GrantAccess {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ["grants", "own", session.user.id, type, id],
    queryFn: () => {
      const target = { res_type: typeNumber(type), res_id: id, inherited: true };
      return answer(
        client.GET("/api/v1/grants", {
          params: { query: { ...target, given_to: "me", state: "in_force", limit: 500 } },
        }),
      );
    },
    enabled: !administers,
  });
  const held = data?.items.flatMap(({ authorities }) => authorities) ?? [];
  const mayGive = mayGrant(session) && (administers || held.some((authority) => authority.id % 100 !== AUDIT_DIGITS));
  return { seesAll: audits, mayGive, mayChange: mayGive && (administers || !audits) };
}
