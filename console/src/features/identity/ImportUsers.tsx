import { DownloadOutlined } from "@ant-design/icons";
import { Alert, App, Button, Flex, Form, Input, Typography } from "antd";
import { useId } from "react";
import { Dialog } from "../../components/dialogs/Dialog";
import { OpenFile } from "../../components/fields/OpenFile";
import { EachProgress } from "../../components/states/EachProgress";
import { csvText } from "../../components/values/csv";
import { saveFile } from "../../components/values/download";
import { useTexts } from "../../texts/language";
import { ImportResults, isThere } from "./ImportResults";
import { COLUMNS, type Column, usualKind } from "./importedRows";
import { type OneTimeSecret, useUserImport } from "./useUserImport";

const CSV = "text/csv";
const MOST_BYTES = 1024 * 1024;

export interface ImportUsersProps {
  /** The main account whose sub-accounts are made; undefined: users of any kind, by an administrator. */
  parentId: number | undefined;
  close: () => void;
}

/** Makes users from a CSV table. The center first checks each row, by which nothing changes. */
export default function ImportUsers({ parentId, close }: ImportUsersProps) {
  const { general, userImport } = useTexts();
  const columns = COLUMNS.filter((column) => parentId === undefined || !["group", "parent"].includes(column));
  const { check, checked, create, made, progress, ...table } = useUserImport(parentId, columns);
  const rows = checked?.filter(({ problem }) => !problem).map(({ row }) => row) ?? [];
  const isBlocked = checked?.some((result) => result.problem && !isThere(result));
  const results = made?.results ?? checked;
  const busy = progress !== undefined;
  const action = made
    ? { okText: made.secrets.length > 0 ? general.iHaveCopied : userImport.close, onOk: close }
    : checked
      ? { okText: userImport.create(rows.length), onOk: () => void create(rows) }
      : { okText: userImport.check, onOk: () => void check() };
  return (
    <Dialog
      title={userImport.title}
      width={900}
      initialFocus="textarea"
      {...action}
      okButtonProps={{ disabled: busy || (checked && !made && (isBlocked || rows.length === 0)) || !table.text.trim() }}
      cancelButtonProps={{ disabled: busy, style: made ? { display: "none" } : undefined }}
      onCancel={close}
      closable={!busy && !made}
      keyboard={!busy && !made}
      mask={{ closable: false }}
    >
      <Flex vertical gap={12}>
        {!made && <TableField columns={columns} kind={usualKind(parentId)} {...table} disabled={busy} />}
        {progress && <EachProgress {...progress} />}
        {made && made.secrets.length > 0 && <Secrets secrets={made.secrets} />}
        {isBlocked && !made && <Alert type="error" showIcon title={userImport.blocked} />}
        {results && !busy && <ImportResults results={results} made={made !== undefined} />}
      </Flex>
    </Dialog>
  );
}

interface TableFieldProps {
  columns: Column[];
  /** What a row without a kind becomes. */
  kind: string;
  text: string;
  change: (text: string) => void;
  /** What is wrong with the table as a whole. */
  wrong: string | undefined;
  disabled: boolean;
}

function TableField({ columns, kind, text, change, wrong, disabled }: TableFieldProps) {
  const { userImport } = useTexts();
  const id = useId();
  return (
    <>
      <Typography.Text>{userImport.hint}</Typography.Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {columns.map((column) => (
          <li key={column}>
            <code>{column}</code> {column === "kind" ? userImport.kindColumn(kind) : userImport.columns[column]}
          </li>
        ))}
      </ul>
      <Flex gap={8} wrap>
        <Button icon={<DownloadOutlined />} onClick={() => saveFile("users.csv", csvText([columns]), CSV)}>
          {userImport.template}
        </Button>
        <OpenTable load={change} disabled={disabled} />
      </Flex>
      <Form.Item
        layout="vertical"
        label={userImport.table}
        htmlFor={id}
        validateStatus={wrong ? "error" : undefined}
        help={wrong}
        style={{ margin: 0 }}
      >
        <Input.TextArea
          id={id}
          className="mono"
          value={text}
          disabled={disabled}
          spellCheck={false}
          placeholder={columns.join(",")}
          onChange={({ target }) => change(target.value)}
          autoSize={{ minRows: 4, maxRows: 10 }}
        />
      </Form.Item>
    </>
  );
}

function OpenTable({ load, disabled }: { load: (text: string) => void; disabled: boolean }) {
  const { userImport } = useTexts();
  const { notification } = App.useApp();
  const read = async (file: File) => {
    try {
      if (file.size > MOST_BYTES) throw new RangeError();
      load(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch (error) {
      notification.error({ title: error instanceof RangeError ? userImport.tooLarge : userImport.notUtf8 });
    }
  };
  return (
    <OpenFile
      label={userImport.open}
      accept=".csv,.txt,text/csv"
      disabled={disabled}
      read={(file) => void read(file)}
    />
  );
}

function Secrets({ secrets }: { secrets: OneTimeSecret[] }) {
  const { general, userImport } = useTexts();
  const rows = secrets.map(({ username, secret, until }) => [username, secret, new Date(until).toISOString()]);
  const save = () =>
    saveFile("one-time-secrets.csv", csvText([["username", "one_time_secret", "valid_until"], ...rows]), CSV);
  return (
    <Alert
      type="warning"
      showIcon
      title={userImport.secrets(secrets.length)}
      description={general.shownOnceHint}
      action={
        <Button icon={<DownloadOutlined />} onClick={save}>
          {userImport.saveSecrets}
        </Button>
      }
    />
  );
}
