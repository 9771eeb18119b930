import { useMutation } from "@tanstack/react-query";
import { Button, Card, Form, Input, Result } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { Page } from "../../components/page/Page";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { DeviceQuestion } from "./DeviceQuestion";

/** A device shows a code (RFC 8628): type it, see who asks, approve or deny. The address may carry the code. */
export default function DevicePage() {
  const { device } = useTexts();
  const [parameters] = useSearchParams();
  const [code, setCode] = useState(parameters.get("user_code") ?? "");
  const [approved, setApproved] = useState<boolean | null>(null);
  const lookup = useMutation({
    mutationFn: (user_code: string) => answer(client.POST("/api/v1/device/waiting", { body: { user_code } })),
  });
  const decide = useMutation({
    mutationFn: (approve: boolean) =>
      answer(client.POST("/api/v1/device/decision", { body: { user_code: code, approve } })),
    onSuccess: (_, approve) => setApproved(approve),
  });
  const restart = () => {
    setApproved(null);
    setCode("");
    lookup.reset();
    decide.reset();
  };
  const error = lookup.error ?? decide.error;
  return (
    <Page title={device.title} hint={device.hint}>
      <Card style={{ maxWidth: 560 }}>
        {approved !== null ? (
          <Result
            status={approved ? "success" : "info"}
            title={approved ? device.approved : device.denied}
            subTitle={approved ? device.approvedHint : device.deniedHint}
            extra={<Button onClick={restart}>{device.another}</Button>}
          />
        ) : lookup.data && !decide.isError ? (
          <DeviceQuestion
            code={code}
            request={lookup.data}
            busy={decide.isPending}
            decide={(approve) => decide.mutate(approve)}
          />
        ) : (
          <Form
            layout="vertical"
            requiredMark={false}
            initialValues={{ code }}
            onFinish={(values: { code: string }) => {
              const typed = formatCode(values.code);
              setCode(typed);
              decide.reset();
              lookup.mutate(typed);
            }}
          >
            <CodeField />
            {error !== null && (
              <Form.Item>
                <ErrorState error={error} />
              </Form.Item>
            )}
            <Button type="primary" htmlType="submit" loading={lookup.isPending}>
              {device.next}
            </Button>
          </Form>
        )}
      </Card>
    </Page>
  );
}

/** The code as the terminal writes it, for comparison: XXXX-XXXX. */
function formatCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, "");
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : typed;
}

function CodeField() {
  const { device, general } = useTexts();
  return (
    <Form.Item
      name="code"
      label={device.code}
      extra={device.codeHint}
      normalize={(typed: string) => typed.toUpperCase()}
      rules={[{ required: true, whitespace: true, message: general.required }]}
    >
      <Input
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LIMITS.TypedCode.user_code.maxLength}
        placeholder="XXXX-XXXX"
        style={{ fontFamily: "monospace", fontSize: 20, letterSpacing: 3, maxWidth: 260 }}
      />
    </Form.Item>
  );
}
