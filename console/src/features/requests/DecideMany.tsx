import { useQuery } from "@tanstack/react-query";
import { App, Button, Flex, Form, Input, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { LIMITS } from "../../api/limits.gen";
import { Dialog } from "../../components/dialogs/Dialog";
import { useRefresh } from "../../components/page/useChange";
import { type Refused, useEach } from "../../components/page/useEach";
import { EachProgress } from "../../components/states/EachProgress";
import { QueryView } from "../../components/states/QueryView";
import { RefusedList } from "../../components/states/RefusedList";
import { useTexts } from "../../texts/language";

type Verdict = "approve" | "refuse";

/** `Detail`: what has to be read of a row before it is decided. */
interface DecideManyProps<Row extends { id: number }, Detail extends Row> {
  chosen: Row[];
  select: (rows: Row[]) => void;
  read: (rows: Row[]) => Promise<Detail[]>;
  name: (row: Row) => string;
  /** What an approval gives, and to whom. */
  gives: (row: Detail) => ReactNode;
  /** What approving these would open. */
  effect?: (rows: Detail[]) => ReactNode;
  approve: (row: Detail, comment: string | null) => Promise<unknown>;
  refuse: (row: Detail, comment: string) => Promise<unknown>;
}

/** Approves or refuses the chosen requests, each judged on its own. Those that the center refuses stay chosen. */
export function DecideMany<Row extends { id: number }, Detail extends Row>(props: DecideManyProps<Row, Detail>) {
  const { access, requests } = useTexts();
  const { message } = App.useApp();
  const { chosen, select, name } = props;
  const refresh = useRefresh();
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<Refused<Row>[]>([]);
  const finish = (verdict: Verdict, failed: Refused<Row>[]) => {
    const decided = chosen.length - failed.length;
    if (decided > 0) void message.success(requests.decidedMany[verdict](decided));
    setOpen(false);
    setRefused(failed);
    select(chosen.filter(({ id }) => failed.some(({ item }) => item.id === id)));
    void refresh();
  };
  return (
    <>
      <Button disabled={chosen.length === 0} onClick={() => setOpen(true)}>
        {requests.decideMany}
      </Button>
      {chosen.length > 0 && (
        <Flex gap={8} align="center">
          <Typography.Text type="secondary">{access.chosen(chosen.length)}</Typography.Text>
          <Button type="text" onClick={() => select([])}>
            {requests.chooseNone}
          </Button>
        </Flex>
      )}
      <RefusedList
        title={requests.notDecided(refused.length)}
        refused={refused.map(({ item, problem }) => ({ id: item.id, name: name(item), problem }))}
      />
      {open && <DecideDialog {...props} finish={finish} close={() => setOpen(false)} />}
    </>
  );
}

interface DecideDialogProps<Row extends { id: number }, Detail extends Row> extends DecideManyProps<Row, Detail> {
  finish: (verdict: Verdict, refused: Refused<Row>[]) => void;
  close: () => void;
}

function DecideDialog<Row extends { id: number }, Detail extends Row>(props: DecideDialogProps<Row, Detail>) {
  const { general, requests } = useTexts();
  const { chosen, read, gives, effect, approve, refuse, finish, close } = props;
  const [form] = Form.useForm<{ comment?: string }>();
  const { progress, run } = useEach<Detail>();
  // What is decided is what was read when the dialog opened.
  const details = useQuery({
    queryKey: ["decide", chosen.map(({ id }) => id)],
    queryFn: () => read(chosen),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const decide = async (verdict: Verdict) => {
    const comment = form.getFieldValue("comment")?.trim() ?? "";
    if (verdict === "refuse" && !comment) {
      form.setFields([{ name: "comment", errors: [general.required] }]);
      return;
    }
    const decideOne = (row: Detail) => (verdict === "approve" ? approve(row, comment || null) : refuse(row, comment));
    finish(verdict, await run(details.data ?? [], decideOne));
  };
  const busy = progress !== undefined;
  const buttons = (
    <Flex gap={8} justify="flex-end">
      <Button danger disabled={busy || !details.data} onClick={() => void decide("refuse")}>
        {requests.refuse}
      </Button>
      <Button type="primary" disabled={busy || !details.data} onClick={() => void decide("approve")}>
        {requests.approve}
      </Button>
    </Flex>
  );
  return (
    <Dialog
      title={requests.decideManyTitle(chosen.length)}
      width={680}
      footer={buttons}
      onCancel={close}
      closable={!busy}
      keyboard={!busy}
      mask={{ closable: false }}
    >
      <QueryView query={details}>
        {(rows) => (
          <Flex component="ul" vertical gap={16} style={{ margin: "0 0 16px", padding: 0, listStyle: "none" }}>
            {rows.map((row) => (
              <li key={row.id}>{gives(row)}</li>
            ))}
          </Flex>
        )}
      </QueryView>
      <Form form={form} layout="vertical" disabled={busy}>
        <Form.Item name="comment" label={requests.comment} extra={requests.commentForAll}>
          <Input.TextArea maxLength={LIMITS.WithComment.comment.maxLength} autoSize={{ minRows: 1, maxRows: 6 }} />
        </Form.Item>
      </Form>
      {details.data && effect?.(details.data)}
      {progress && <EachProgress {...progress} />}
    </Dialog>
  );
}
