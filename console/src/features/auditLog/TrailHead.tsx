import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Descriptions, Flex, Typography } from "antd";
import { useState } from "react";
import { Dialog } from "../../components/dialogs/Dialog";
import { QueryView } from "../../components/states/QueryView";
import { CopyBlock } from "../../components/values/CopyBlock";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { readHead } from "./trail";

/** Shows the newest entry with its hash, to keep elsewhere, and what the center checked just now. */
export function TrailHead() {
  const { auditLog } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{auditLog.head}</Button>
      {open && (
        <Dialog title={auditLog.headTitle} footer={null} width={680} onCancel={() => setOpen(false)}>
          <Head />
        </Dialog>
      )}
    </>
  );
}

function Head() {
  const { auditLog } = useTexts();
  const head = useQuery({ queryKey: ["trail", "head"], queryFn: readHead, gcTime: 0 });
  return (
    <QueryView query={head}>
      {({ id, revision, time, hash, checked, problem }) => (
        <Flex vertical gap={12}>
          <Alert
            type={problem ? "error" : "success"}
            showIcon
            title={problem ? auditLog.headBroken : auditLog.headChecked(checked, checked === id)}
            description={problem}
          />
          <Descriptions
            size="small"
            column={1}
            items={[
              { key: "id", label: auditLog.entryNumber, children: id },
              { key: "revision", label: auditLog.revision, children: revision },
              { key: "time", label: auditLog.time, children: <Moment at={time} seconds /> },
            ]}
          />
          <CopyBlock label={auditLog.head} text={`${revision}:${hash}`} />
          <Typography.Text type="secondary">{auditLog.headHint}</Typography.Text>
          <CopyBlock label={auditLog.verify} text={`usercenter trail verify --known ${revision}:${hash}`} />
        </Flex>
      )}
    </QueryView>
  );
}
