import { useQuery } from "@tanstack/react-query";
import { App, Flex, Form, Input, InputNumber, Typography } from "antd";
import { useNavigate } from "react-router";
import { LIMITS } from "../../api/limits.gen";
import type { Suggestion } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { Parts } from "./Parts";
import { plan, tryOut } from "./remediations";
import { TrialResult } from "./TrialResult";

const DAYS = 400;

interface Values {
  reason: string;
  notice_days?: number;
}

/** Announces a remediation. It is tried first, because no use that was seen may be lost. */
export function PlanDialog({ suggestions: chosen, close }: { suggestions: Suggestion[]; close: () => void }) {
  const suggestions = chosen.map(({ id }) => id);
  const { findings, general } = useTexts();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const trial = useQuery({
    queryKey: ["remediations", "try", suggestions],
    queryFn: () => tryOut(suggestions, DAYS),
    gcTime: 0,
  });
  const send = async (values: Values) => {
    const made = await plan({ suggestions, ...values });
    void message.success(findings.announced);
    navigate(`/remediations/${made.id}`);
  };
  return (
    <FormDialog<Values>
      title={findings.announceTitle}
      okText={findings.announce}
      width={720}
      submit={send}
      cancel={close}
    >
      <Flex
        component="ul"
        vertical
        gap={8}
        style={{ margin: "0 0 16px", padding: 0, maxHeight: 240, overflow: "auto" }}
      >
        {chosen.map((one) => (
          <li key={one.id} style={{ listStyle: "none" }}>
            <strong className="mono">{one.role_name}</strong> {findings.kinds[one.kind] ?? one.kind}
            <Parts suggestion={one} />
          </li>
        ))}
      </Flex>
      <Loaded query={trial}>
        {(found) => (
          <>
            <Typography.Paragraph>{findings.announceHint(found.notice_days)}</Typography.Paragraph>
            {found.people > 1 && <Typography.Paragraph type="warning">{findings.twoPeople}</Typography.Paragraph>}
            <TrialResult trial={found} days={DAYS} />
          </>
        )}
      </Loaded>
      <Form.Item
        name="reason"
        label={findings.reason}
        extra={findings.reasonHint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.NewRemediation.reason.maxLength} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="notice_days" label={`${findings.noticeDays} (${general.optional})`}>
        <InputNumber min={trial.data?.notice_days ?? 0} max={365} placeholder={String(trial.data?.notice_days ?? "")} />
      </Form.Item>
    </FormDialog>
  );
}
