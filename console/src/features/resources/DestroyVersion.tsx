import { useQuery } from "@tanstack/react-query";
import { Alert, Form, Input, Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { KeyDestruction } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { QueryView } from "../../components/states/QueryView";
import { shortTime } from "../../components/values/Moment";
import { sizeText } from "../../components/values/sizeText";
import { useLanguage, useTexts } from "../../texts/language";
import { askDestruction, confirmDestruction, destructionQuery, type VersionRef } from "./encryptionKeys";

interface DestructionProps {
  version: VersionRef;
  close: () => void;
}

/** The first of two people: says why, and sees what nobody could read any more. */
export function AskDestruction({ version, close }: DestructionProps) {
  const { encryptionKeys, general } = useTexts();
  const query = useQuery(destructionQuery(version));
  return (
    <FormDialog<{ reason: string }>
      title={encryptionKeys.destroyTitle(version.encryptionKey.name, version.number)}
      okText={encryptionKeys.ask}
      submit={({ reason }) => askDestruction(version, reason)}
      cancel={close}
    >
      <Alert
        type="error"
        showIcon
        title={encryptionKeys.destroyGoes}
        description={encryptionKeys.askNext}
        style={{ marginBottom: 16 }}
      />
      <QueryView query={query}>{(found) => <Unreadable messages={found.unreadable} />}</QueryView>
      <Form.Item
        name="reason"
        label={encryptionKeys.reason}
        extra={encryptionKeys.reasonHint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.WantedDestruction.reason.maxLength} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  );
}

/** The second of two people: nobody can undo it, so the version has to be typed. */
export function ConfirmDestruction({ version, close }: DestructionProps) {
  const { encryptionKeys } = useTexts();
  const query = useQuery(destructionQuery(version));
  const { name } = version.encryptionKey;
  return (
    <ConfirmDanger
      title={encryptionKeys.destroyTitle(name, version.number)}
      okText={encryptionKeys.destroyNow}
      losses={[]}
      nameToType={`${name}@${version.number}`}
      loading={!query.isSuccess}
      action={() => confirmDestruction(version, query.data ?? version.encryptionKey)}
      close={close}
    >
      <Alert type="error" showIcon title={encryptionKeys.destroyGoes} description={encryptionKeys.confirmNext} />
      <QueryView query={query}>
        {({ destruction, unreadable }) => (
          <div>
            {destruction && (
              <Typography.Paragraph>
                {encryptionKeys.asked(destruction.asked_by, destruction.reason)}
              </Typography.Paragraph>
            )}
            <Unreadable messages={unreadable} />
          </div>
        )}
      </QueryView>
    </ConfirmDanger>
  );
}

/** Which messages nobody could read any more. */
function Unreadable({ messages }: { messages: KeyDestruction["unreadable"] }) {
  const { encryptionKeys } = useTexts();
  const { language } = useLanguage();
  const { since, until, may_still_be_used: used, topics, topic_count: total, stored } = messages;
  const time = (at: number) => shortTime(at, language);
  return (
    <div data-testid="unreadable">
      <Typography.Text strong>{encryptionKeys.unreadable}</Typography.Text>
      <ul style={{ margin: "4px 0 16px", paddingInlineStart: 20, overflowWrap: "anywhere" }}>
        <li>{used ? encryptionKeys.messagesSince(time(since)) : encryptionKeys.messages(time(since), time(until))}</li>
        {total === 0 && <li>{encryptionKeys.noTopics}</li>}
        {topics.map((topic) => (
          <li key={topic} className="mono">
            {topic}
          </li>
        ))}
        {total > topics.length && <li>{encryptionKeys.moreTopics(total - topics.length)}</li>}
        {stored.map(({ cluster_id: id, cluster, entries, size }) => (
          <li key={id}>
            {entries === null || size === null
              ? encryptionKeys.storedUnknown(cluster)
              : encryptionKeys.stored(cluster, entries.toLocaleString(language), sizeText(size, language))}
          </li>
        ))}
      </ul>
    </div>
  );
}
