import { Button, Flex, Tag } from "antd";
import { type ReactNode, useState } from "react";
import type { GrantLimits as Limits } from "../../api/types";
import { useTexts } from "../../texts/language";
import { childrenText } from "./limitsText";
import { Networks } from "./Networks";

interface GrantLimitsProps {
  limits: Limits | null | undefined;
  /** The type of the place on which the right is given. */
  placeType: number;
}

/** What a grant is limited to beside its window: a prefix, subscriptions, networks. Nothing without limits. */
export function GrantLimits({ limits, placeType }: GrantLimitsProps) {
  const texts = useTexts();
  const { access } = texts;
  const { prefix, subscriptions, networks } = limits ?? {};
  if (!prefix && !subscriptions && !networks) return null;
  return (
    <Flex gap={4} wrap align="center" data-testid="limits">
      {prefix && <Limit label={access.only(childrenText(texts, placeType))} names={[`${prefix}*`]} />}
      {subscriptions && <Limit label={access.only(access.ofSubscriptions)} names={subscriptions} />}
      {networks && (
        <Limit
          label={networks.length > 0 ? access.only(access.ofNetworks) : ""}
          names={networks}
          show={(names) => <Networks names={names} />}
        />
      )}
    </Flex>
  );
}

const FIRST_SHOWN = 4;

interface LimitProps {
  label: string;
  names: string[];
  show?: (names: string[]) => ReactNode;
}

/** One limit: the first of many names, and a button for all of them. */
function Limit({ label, names, show }: LimitProps) {
  const { access } = useTexts();
  const [showAll, setShowAll] = useState(false);
  const short = names.length <= FIRST_SHOWN + 1;
  const visible = showAll || short ? names : names.slice(0, FIRST_SHOWN);
  return (
    <>
      <Tag color="blue" style={{ marginInlineEnd: 0, whiteSpace: "normal", overflowWrap: "anywhere" }}>
        {label} {show === undefined ? <span className="mono">{access.listed(visible)}</span> : show(visible)}
      </Tag>
      {!short && (
        <Button
          type="link"
          size="small"
          style={{ padding: 0 }}
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? access.fewer : access.more(names.length - FIRST_SHOWN)}
        </Button>
      )}
    </>
  );
}
