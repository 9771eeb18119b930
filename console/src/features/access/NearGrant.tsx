import { Button, Flex, Tag, theme } from "antd";
import type { Decision } from "../../api/types";
import { ATTENTION } from "../../design";
import { useTexts } from "../../texts/language";
import { PathPicture } from "./PathPicture";
import { useMending } from "./useMending";

interface NearGrantProps {
  grant: Decision["near"][number];
  decision: Decision;
  past: boolean;
}

/** A grant that does not count, with its path broken at the reason. One that ended may be extended, or asked for. */
export function NearGrant({ grant, decision, past }: NearGrantProps) {
  const { explain, why } = useTexts();
  const { token } = theme.useToken();
  const mending = useMending(decision);
  const until = grant.path.grant.valid_until;
  const ended = !past && grant.shortfall === "NOT_IN_FORCE" && until !== null && until <= decision.at;
  return (
    <>
      <PathPicture path={grant.path} color={token.colorBorder} broken>
        <Flex vertical gap={8} align="start">
          {/* Of a window, the grant says so itself. */}
          {grant.shortfall !== "NOT_IN_FORCE" && <Tag color={ATTENTION}>{why.shortfalls[grant.shortfall]}</Tag>}
          {ended && mending.mayExtend(grant) && (
            <Button size="small" onClick={() => mending.extend(grant)}>
              {explain.extend}
            </Button>
          )}
          {ended && !mending.mayExtend(grant) && mending.isOwn([grant.principal]) && (
            <Button size="small" onClick={() => mending.requestAgain(grant)}>
              {explain.requestAgain}
            </Button>
          )}
        </Flex>
      </PathPicture>
      {mending.dialog}
    </>
  );
}
