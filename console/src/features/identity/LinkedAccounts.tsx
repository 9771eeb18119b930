import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Tag, Typography } from "antd";
import { useState } from "react";
import { signInMethodsQuery } from "../../api/sharedQueries";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useChange } from "../../components/page/useChange";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { beginLink, goToProvider, linksQuery, unlink } from "./providers";

/** The reader's accounts at the company's providers. Nothing where there is neither a provider nor a link. */
export function LinkedAccounts() {
  const { companySignIn } = useTexts();
  const methods = useQuery(signInMethodsQuery);
  const links = useQuery(linksQuery);
  const [linkToRemove, setLinkToRemove] = useState<{ id: number; name: string }>();
  const link = useChange(beginLink, { onSuccess: goToProvider });
  if (!methods.data || !links.data) return null;
  const { items, has_password } = links.data;
  const unlinkedProviders = methods.data.providers.filter(({ id }) =>
    items.every(({ provider_id }) => provider_id !== id),
  );
  if (items.length + unlinkedProviders.length === 0) return null;
  const isOnlyWayIn = !has_password && items.length === 1;
  return (
    <Card>
      <Flex justify="space-between" align="flex-start" gap={8} wrap>
        <div>
          <Typography.Title level={2} style={{ margin: 0 }}>
            {companySignIn.links}
          </Typography.Title>
          <Typography.Text type="secondary">{companySignIn.linksHint}</Typography.Text>
        </div>
        <Flex gap={8} wrap>
          {unlinkedProviders.map(({ id, name }) => (
            <Button key={id} loading={link.isPending && link.variables === id} onClick={() => link.mutate(id)}>
              {companySignIn.link(name)}
            </Button>
          ))}
        </Flex>
      </Flex>
      <div style={{ marginTop: 12 }}>
        {items.length === 0 && companySignIn.linksNone}
        {items.map(({ provider_id, provider, subject, enabled, add_time }) => (
          <Flex key={provider_id} justify="space-between" align="center" gap={8} wrap style={{ padding: "4px 0" }}>
            <span style={{ overflowWrap: "anywhere" }}>
              <Typography.Text strong>{provider}</Typography.Text>
              {!enabled && <Tag style={{ marginInlineStart: 8 }}>{companySignIn.disabled}</Tag>} ·{" "}
              {companySignIn.subject}: {subject} · {companySignIn.linkedSince}: <Moment at={add_time} />
            </span>
            {isOnlyWayIn ? (
              <Typography.Text type="secondary">{companySignIn.onlyWayIn}</Typography.Text>
            ) : (
              <Button
                aria-label={`${companySignIn.unlink}: ${provider}`}
                onClick={() => setLinkToRemove({ id: provider_id, name: provider })}
              >
                {companySignIn.unlink}
              </Button>
            )}
          </Flex>
        ))}
      </div>
      {linkToRemove && (
        <ConfirmDanger
          title={companySignIn.unlinkTitle(linkToRemove.name)}
          okText={companySignIn.unlink}
          losses={companySignIn.unlinkGoes}
          action={() => unlink(linkToRemove.id)}
          close={() => setLinkToRemove(undefined)}
        />
      )}
    </Card>
  );
}
