import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { mayAdminister, mayGrant } from "../../permissions";

/** The last two digits of the authorities to audit, which cannot be passed on. */
const AUDIT_DIGITS = 7;

/** Whether any of these authorities may be passed on. */
export function canBePassedOn(grants: { authorities: { id: number }[] }[]): boolean {
  return grants.some(({ authorities }) => authorities.some(({ id }) => id % 100 !== AUDIT_DIGITS));
}

/** Whether the reader holds anything, anywhere, that it could give to others; undefined until that is known. */
export function useCanGive(): boolean | undefined {
  const session = useSession();
  const administrator = mayAdminister(session);
  const { data, isError } = useQuery({
    queryKey: ["grants", "own", session.user.id],
    queryFn: () =>
      answer(client.GET("/api/v1/grants", { params: { query: { given_to: "me", state: "in_force", limit: 500 } } })),
    enabled: !administrator && mayGrant(session),
  });
  if (administrator || isError || !mayGrant(session)) return administrator;
  return data && canBePassedOn(data.items);
}
