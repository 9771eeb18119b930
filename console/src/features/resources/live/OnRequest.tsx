import { Button, Card, Flex, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../../texts/language";

interface OnRequestProps {
  title: string;
  hint: string;
  id: string;
  children: ReactNode;
}

/** A card whose content polls the clusters, and is therefore loaded only on request. */
export function OnRequest({ title, hint, id, children }: OnRequestProps) {
  const { live, operations } = useTexts();
  const [shown, setShown] = useState(false);
  const hide = shown && <Button onClick={() => setShown(false)}>{live.hide}</Button>;
  return (
    <Card title={title} extra={hide} data-testid={id}>
      {shown ? (
        children
      ) : (
        <Flex justify="space-between" align="center" gap={12}>
          <Typography.Text type="secondary">{hint}</Typography.Text>
          <Button aria-label={`${operations.show}: ${title}`} onClick={() => setShown(true)}>
            {operations.show}
          </Button>
        </Flex>
      )}
    </Card>
  );
}
