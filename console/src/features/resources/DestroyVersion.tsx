import { useQuery } from "@tanstack/react-query";
import { Alert, Form, Input, Typography } from "antd";
import { useState } from "react";
import { LIMITS } from "../../api/limits.gen";
import type { KeyDestruction } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { QueryView } from "../../components/states/QueryView";
import { shortTime } from "../../components/values/Moment";
import { sizeText } from "../../components/values/sizeText";
import { useLanguage, useTexts } from "../../texts/language";
import { askDestruction, confirmDestruction, destructionQuery, type VersionRef } from "./encryptionKeys";

/** What one of the two people does who destroy a version. */
export type DestructionStep = "ask" | "confirm";

interface DestroyVersionProps {
  version: VersionRef;
  step: DestructionStep;
  close: () => void;
}

/** Asks why, or destroys for good as the second person; both see what nobody could read any more. */
export function DestroyVersion({ version, step, close }: DestroyVersionProps) {
  const { encryptionKeys } = useTexts();
  const query = useQuery(destructionQuery(version));
  const [reason, setReason] = useState("");
  const asking = step === "ask";
  const { name } = version.encryptionKey;
  return (
    <ConfirmDanger
      title={encryptionKeys.destroyTitle(name, version.number)}
      okText={asking ? encryptionKeys.ask : encryptionKeys.destroyNow}
      losses={[]}
      nameToType={`${name}@${version.number}`}
      loading={!query.isSuccess || (asking && reason.trim() === "")}
      action={() => (asking ? askDestruction(version, reason) : confirmDestruction(version, query.data))}
      close={close}
    >
      <Alert
        type="error"
        showIcon
        title={encryptionKeys.destroyGoes}
        description={asking ? encryptionKeys.askNext : encryptionKeys.confirmNext}
      />
      <QueryView query={query}>{(found) => <Unreadable {...found} />}</QueryView>
      {asking && (
        <Form.Item label={encryptionKeys.reason} layout="vertical" htmlFor="reason" extra={encryptionKeys.reasonHint}>
          <Input.TextArea
            id="reason"
            maxLength={LIMITS.WantedDestruction.reason.maxLength}
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      )}
    </ConfirmDanger>
  );
}

/** Which messages nobody could read any more, and who wants that. */
function Unreadable({ destruction, unreadable }: KeyDestruction) {
  const { encryptionKeys } = useTexts();
  const { language } = useLanguage();
  const { topics, topic_count: total } = unreadable;
  const [since, until] = [shortTime(unreadable.since, language), shortTime(unreadable.until, language)];
  const stored = unreadable.stored.map(({ cluster, entries, size }) =>
    entries === null || size === null
      ? encryptionKeys.storedUnknown(cluster)
      : encryptionKeys.stored(cluster, entries.toLocaleString(language), sizeText(size, language)),
  );
  const lines = [
    unreadable.may_still_be_used ? encryptionKeys.messagesSince(since) : encryptionKeys.messages(since, until),
    ...(total > 0 ? topics : [encryptionKeys.noTopics]),
    ...(total > topics.length ? [encryptionKeys.moreTopics(total - topics.length)] : []),
    ...stored,
  ];
  return (
    <div data-testid="unreadable">
      {destruction && <p>{encryptionKeys.asked(destruction.asked_by, destruction.reason)}</p>}
      <Typography.Text strong>{encryptionKeys.unreadable}</Typography.Text>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20, overflowWrap: "anywhere" }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
