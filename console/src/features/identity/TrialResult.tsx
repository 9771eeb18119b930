import { Alert, Descriptions, Flex, Tag, Typography } from "antd";
import { Link } from "react-router";
import type { ProviderTrial } from "../../api/types";
import { useTexts } from "../../texts/language";

/** What the provider says about the administrator who tried it, and what a sign-in would do. Nobody is signed in. */
export function TrialResult({ trial }: { trial: ProviderTrial }) {
  const { companySignIn, general } = useTexts();
  const { claims, groups, roles } = trial;
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ margin: 0 }}>
        {companySignIn.trialTitle}
      </Typography.Title>
      <TrialOutcome trial={trial} />
      <Descriptions column={1} size="small" layout="vertical">
        <Descriptions.Item label={companySignIn.trialRoles}>
          {roles.length > 0 ? <Tags names={roles.map(({ name }) => name)} color="blue" /> : general.none}
        </Descriptions.Item>
        <Descriptions.Item label={companySignIn.trialGroups}>
          {groups == null ? companySignIn.trialNoGroups : groups.length > 0 ? <Tags names={groups} /> : general.none}
        </Descriptions.Item>
      </Descriptions>
      <details>
        <summary>{companySignIn.trialClaims}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre tabIndex={0} style={{ overflowX: "auto" }}>
          {JSON.stringify(claims, null, 2)}
        </pre>
      </details>
      <Typography.Text type="secondary">{companySignIn.trialNote}</Typography.Text>
      <Link to="/company-sign-in">{companySignIn.trialBack}</Link>
    </Flex>
  );
}

function TrialOutcome({ trial: { account, username, refusal } }: { trial: ProviderTrial }) {
  const { companySignIn, problems } = useTexts();
  if (refusal != null)
    return (
      <Alert
        type="error"
        showIcon
        title={companySignIn.trialRefused}
        description={problems.codes[refusal] ?? refusal}
      />
    );
  const outcomeText = account === "linked" ? companySignIn.trialLinked : companySignIn.trialNew;
  return <Alert type="success" showIcon title={outcomeText(username ?? "")} />;
}

function Tags({ names, color }: { names: string[]; color?: string }) {
  return (
    <Flex gap={4} wrap>
      {names.map((name) => (
        <Tag key={name} color={color} style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
          {name}
        </Tag>
      ))}
    </Flex>
  );
}
