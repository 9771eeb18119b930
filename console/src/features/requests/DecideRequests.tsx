import { Flex, Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { AccessRequest, AccessRequestDetail } from "../../api/types";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { ChangePreview } from "../../components/rights/ChangePreview";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import { approvable, approve, readRequest, refuse, suggestedEnd } from "./accessRequests";
import { DecideMany } from "./DecideMany";

interface DecideRequestsProps {
  chosen: AccessRequest[];
  select: (rows: AccessRequest[]) => void;
}

/** Decides several requests for rights; each gives what was asked for, until the end that the center suggests. */
export function DecideRequests(props: DecideRequestsProps) {
  const { requests } = useTexts();
  return (
    <DecideMany<AccessRequest, AccessRequestDetail>
      {...props}
      read={(rows) => Promise.all(rows.map(({ id }) => readRequest(id)))}
      name={({ id, receiver, resource }) => `${requests.title(id)} · ${receiver} · ${resource}`}
      gives={(request) => <Gives request={request} />}
      effect={(details) => <Effect details={details} />}
      approve={(request, comment) => approve(request, { ...given(request), comment })}
      refuse={refuse}
    />
  );
}

const given = (request: AccessRequestDetail) => ({
  authorities: approvable(request),
  valid_until: suggestedEnd(request),
});

/** What approving would open. What the reader cannot approve is left out. */
function Effect({ details }: { details: AccessRequestDetail[] }) {
  const possible = details.filter(({ lacking }) => lacking.length === 0);
  if (possible.length === 0 || possible.length > LIMITS.Proposal.approve.maxItems) return null;
  return <ChangePreview propose={() => ({ approve: possible.map((one) => ({ id: one.id, ...given(one) })) })} />;
}

/** May this request be decided together with others? */
export const mayChoose = ({ state, answered }: AccessRequest) => !answered && ["open", "with_main"].includes(state);

function Gives({ request }: { request: AccessRequestDetail }) {
  const { requests } = useTexts();
  const { language } = useLanguage();
  const { approvals, approvals_needed: needed, limits, reason, receivers, receiver, resource, res_type } = request;
  const wanted = approvable(request);
  const who = receivers.length > 0 ? receivers.join(", ") : receiver;
  return (
    <Flex vertical gap={4}>
      <strong className="mono">{resource}</strong>
      <span>{requests.gives(who, shortTime(suggestedEnd(request), language))}</span>
      <AuthorityList authorities={request.authorities.filter(({ id }) => wanted.includes(id))} />
      <GrantLimits limits={limits} placeType={res_type} />
      <Typography.Text type="secondary">{`${requests.reason}: ${reason}`}</Typography.Text>
      {request.lacking.length > 0 && <Typography.Text type="warning">{requests.lackingOne}</Typography.Text>}
      {needed > 1 && <Typography.Text type="warning">{requests.fourEyes(approvals.length, needed)}</Typography.Text>}
    </Flex>
  );
}
