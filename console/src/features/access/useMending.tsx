import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { asProblem } from "../../api/problem";
import { useSession } from "../../api/session";
import { roleSearchQuery, userSearchQuery } from "../../api/sharedQueries";
import type { Decision, ResourceType } from "../../api/types";
import { RequestAccess, type RequestAccessProps } from "../../components/requests/RequestAccess";
import { limitValues } from "../../components/rights/limitsText";
import { problemText } from "../../components/states/problemText";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { EditGrant } from "./EditGrant";
import { NewGrant } from "./NewGrant";

type Remedy = Decision["missing"][number];
type Near = Decision["near"][number];

const EXTENDED_MS = 90 * 24 * 3_600_000;

/** What the reader may do about a denial: grant what is missing, extend what ended, or ask for it. Each opens the
 * dialog for it, filled in; afterwards the question is asked again. */
export function useMending({ missing, main_account: main }: Decision) {
  const texts = useTexts();
  const session = useSession();
  const queries = useQueryClient();
  const { notification } = App.useApp();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const me = session.user.username;
  const close = () => setDialog(null);
  const done = () => undefined;
  /** Opens a dialog for which something has to be read first. */
  const open = (read: () => Promise<ReactNode>) =>
    void read().then(setDialog, (thrown) => notification.error({ title: problemText(texts, asProblem(thrown)) }));

  /** Who gets it first: a sub-account can be given only what its main account holds. */
  const first = ({ principals }: Pick<Remedy, "principals">) =>
    (main && principals.includes(main.name) ? main.name : principals[0]) ?? "";
  const mayGrant = ({ could_give, resource_id, resource_type }: Remedy) =>
    could_give.you && resource_id !== null && resource_type !== "root";
  const isOwn = (principals: string[]) => principals.includes(me) || main?.name === me;

  const request = async (name: string, values: RequestAccessProps["initial"]) => {
    const subs = name === me || isSubAccount(session) ? [] : (await queries.fetchQuery(userSearchQuery(name))).items;
    const user_id = subs.find(({ username }) => username === name)?.id;
    return <RequestAccess initial={{ ...values, user_id }} close={close} />;
  };
  return {
    dialog,
    first,
    isOwn,
    mayGrant,
    mayRequest: (remedy: Remedy) => !mayGrant(remedy) && remedy.resource_type !== "root" && isOwn(remedy.principals),
    mayExtend: ({ authorities, resource }: Near) =>
      missing.some(
        (remedy) => mayGrant(remedy) && remedy.resource === resource && authorities.includes(remedy.authority),
      ),
    grant: (remedy: Remedy) =>
      open(async () => {
        const { items } = await queries.fetchQuery(roleSearchQuery(first(remedy), true));
        const role_id = items.find(({ name }) => name === first(remedy))?.id;
        return (
          <NewGrant
            type={remedy.resource_type as ResourceType}
            id={remedy.resource_id ?? 0}
            name={remedy.resource}
            initial={{ role_id, authorities: [remedy.authority] }}
            onDone={done}
            close={close}
          />
        );
      }),
    extend: ({ id }: Near) =>
      open(async () => {
        const grant = await answer(client.GET("/api/v1/grants/{grant_id}", { params: { path: { grant_id: id } } }));
        const extended = { ...grant, valid_until: Date.now() + EXTENDED_MS };
        return <EditGrant grant={extended} onDone={done} close={close} />;
      }),
    request: (remedy: Remedy) =>
      open(() =>
        request(first(remedy), {
          type: remedy.resource_type as ResourceType,
          resource: remedy.resource,
          authorities: [remedy.authority],
        }),
      ),
    requestAgain: ({ principal, path, resource, authorities }: Near) =>
      open(() =>
        request(principal, {
          type: path.place.resource_type as ResourceType,
          resource,
          authorities,
          ...limitValues(path.grant.limits),
        }),
      ),
  };
}
