import { useMutation } from "@tanstack/react-query";
import { Alert, App, Button, Checkbox, DatePicker, Flex, Form, Input } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { LIMITS } from "../../api/limits.gen";
import type { AccessRequestDetail } from "../../api/types";
import { useRefresh } from "../../components/page/useChange";
import { authorityText } from "../../components/rights/AuthorityText";
import { ErrorState } from "../../components/states/ErrorState";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import { approvable, approve, latestEnd, suggestedEnd } from "./accessRequests";

interface Values {
  authorities: number[];
  until: Dayjs;
  comment?: string;
}

interface ApproveFormProps {
  request: AccessRequestDetail;
  refuse: () => void;
  close: () => void;
}

/** Approves a request; the approver may first reduce or shorten what it gives. */
export function ApproveForm({ request, refuse, close }: ApproveFormProps) {
  const { requests } = useTexts();
  const { message } = App.useApp();
  const refresh = useRefresh();
  const approval = useMutation({
    mutationFn: ({ authorities, until, comment }: Values) =>
      approve(request, { authorities, valid_until: until.valueOf(), comment: comment?.trim() || null }),
    onSuccess: (decidedRequest) => {
      void message.success(decidedRequest.state === "approved" ? requests.approved : requests.firstOfTwo);
      close();
      return refresh();
    },
  });
  return (
    <Form<Values>
      layout="vertical"
      requiredMark={false}
      initialValues={{
        authorities: approvable(request).filter((id) => !request.lacking.includes(id)),
        until: dayjs(suggestedEnd(request)),
      }}
      onFinish={(values) => approval.mutate(values)}
    >
      <Fields request={request} />
      {approval.isError && (
        <Form.Item>
          <ErrorState error={approval.error} />
        </Form.Item>
      )}
      <Flex gap={8} justify="flex-end">
        <Button danger onClick={refuse}>
          {requests.refuse}
        </Button>
        <Button type="primary" htmlType="submit" loading={approval.isPending}>
          {requests.approve}
        </Button>
      </Flex>
    </Form>
  );
}

function Fields({ request }: { request: AccessRequestDetail }) {
  const texts = useTexts();
  const { access, general, requests } = texts;
  const { language } = useLanguage();
  const until = Form.useWatch<Dayjs | null>("until") ?? dayjs(suggestedEnd(request));
  const choices = request.authorities.filter(({ id }) => approvable(request).includes(id));
  const receivers = request.receivers.join(", ");
  return (
    <>
      <Form.Item
        name="authorities"
        label={requests.gives(receivers, shortTime(until.valueOf(), language))}
        rules={[{ required: true, message: access.chooseOne }]}
      >
        <Checkbox.Group
          style={{ display: "grid", gap: 6 }}
          options={choices.map(({ id, text }) => ({
            value: id,
            label: authorityText(texts, id, text),
            disabled: request.lacking.includes(id),
          }))}
        />
      </Form.Item>
      {request.lacking.length > 0 && (
        <Alert type="warning" showIcon title={requests.lacking} style={{ marginBottom: 16 }} />
      )}
      <Form.Item name="until" label={access.until} rules={[{ required: true, message: general.required }]}>
        <DatePicker
          showTime={{ format: "HH:mm" }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          minDate={dayjs()}
          maxDate={dayjs(latestEnd(request))}
        />
      </Form.Item>
      <Form.Item name="comment" label={requests.comment} extra={requests.refuseReasonHint}>
        <Input.TextArea maxLength={LIMITS.NewApproval.comment.maxLength} autoSize={{ minRows: 1, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}
