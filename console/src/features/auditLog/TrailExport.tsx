import { DownloadOutlined } from "@ant-design/icons";
import { Button, Dropdown, Form, InputNumber } from "antd";
import { useState } from "react";
import { useSession } from "../../api/session";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { download } from "../../components/values/download";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { checkState, EVERY_ENTRY, stateAddress } from "./trail";

/** Saves what is listed as a table; for administrators also the whole log, and everything as it was at a revision.
 * `table`: the address of the table. */
export function TrailExport({ table }: { table: string }) {
  const { auditLog } = useTexts();
  const [asksRevision, askRevision] = useState(false);
  if (!mayAdminister(useSession()))
    return (
      <Button icon={<DownloadOutlined />} href={table} download>
        {auditLog.download}
      </Button>
    );
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            { key: "table", label: auditLog.exportTable, onClick: () => download(table) },
            { key: "entries", label: auditLog.exportEntries, onClick: () => download(EVERY_ENTRY) },
            { key: "state", label: auditLog.exportState, onClick: () => askRevision(true) },
          ],
        }}
      >
        <Button icon={<DownloadOutlined />}>{auditLog.export}</Button>
      </Dropdown>
      {asksRevision && <StateDialog close={() => askRevision(false)} />}
    </>
  );
}

function StateDialog({ close }: { close: () => void }) {
  const { auditLog, general } = useTexts();
  return (
    <FormDialog<{ revision: number }>
      title={auditLog.stateTitle}
      okText={auditLog.export}
      fieldOf={{ unknown_revision: "revision" }}
      submit={async ({ revision }) => {
        await checkState(revision);
        download(stateAddress(revision));
      }}
      cancel={close}
    >
      <Form.Item
        name="revision"
        label={auditLog.revision}
        extra={auditLog.stateHint}
        rules={[{ required: true, message: general.required }]}
      >
        <InputNumber min={1} precision={0} style={{ width: "100%" }} />
      </Form.Item>
    </FormDialog>
  );
}
