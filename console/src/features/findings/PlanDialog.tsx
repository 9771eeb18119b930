import { useQuery } from "@tanstack/react-query";
import { App, Flex, Form, Input, InputNumber, Typography } from "antd";
import { useNavigate } from "react-router";
import { LIMITS } from "../../api/limits.gen";
import type { Suggestion } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Parts } from "./Parts";
import { RemediationPreviewResult } from "./RemediationPreviewResult";
import { planRemediation, previewRemediation } from "./remediations";

const DAYS = 400;

interface Values {
  reason: string;
  notice_days?: number;
}

/** Announces a remediation. The center tries it first, because no use that was seen may be lost. */
export function PlanDialog({ suggestions: selected, close }: { suggestions: Suggestion[]; close: () => void }) {
  const suggestionIds = selected.map(({ id }) => id);
  const { findings, general } = useTexts();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const preview = useQuery({
    queryKey: ["remediations", "try", suggestionIds],
    queryFn: () => previewRemediation(suggestionIds, DAYS),
    gcTime: 0,
  });
  const send = async (values: Values) => {
    const remediation = await planRemediation({ suggestions: suggestionIds, ...values });
    void message.success(findings.announced);
    navigate(`/remediations/${remediation.id}`);
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
        {selected.map((suggestion) => (
          <li key={suggestion.id} style={{ listStyle: "none" }}>
            <strong className="mono">{suggestion.role_name}</strong>{" "}
            {findings.kinds[suggestion.kind] ?? suggestion.kind}
            <Parts suggestion={suggestion} />
          </li>
        ))}
      </Flex>
      <QueryView query={preview}>
        {(result) => (
          <>
            <Typography.Paragraph>{findings.announceHint(result.notice_days)}</Typography.Paragraph>
            {result.people > 1 && <Typography.Paragraph type="warning">{findings.twoPeople}</Typography.Paragraph>}
            <RemediationPreviewResult preview={result} days={DAYS} />
          </>
        )}
      </QueryView>
      <Form.Item
        name="reason"
        label={findings.reason}
        extra={findings.reasonHint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.NewRemediation.reason.maxLength} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="notice_days" label={`${findings.noticeDays} (${general.optional})`}>
        <InputNumber
          min={preview.data?.notice_days ?? 0}
          max={365}
          placeholder={String(preview.data?.notice_days ?? "")}
        />
      </Form.Item>
    </FormDialog>
  );
}
