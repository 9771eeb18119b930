import { useQuery } from "@tanstack/react-query";
import { Button, Progress } from "antd";
import { useState } from "react";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { developmentQuery, fillWithDemo } from "./demo";

/** Fills an empty center with something to look at; in development only. */
export function DemoButton({ isEmpty }: { isEmpty: boolean }) {
  const { demo } = useTexts().home;
  const isDevelopment = useQuery({ ...developmentQuery, enabled: isEmpty }).data;
  const [percent, setPercent] = useState(0);
  const fill = useChange(() => fillWithDemo(setPercent), { successText: demo.filled });
  if (fill.isPending) return <Progress percent={percent} showInfo={false} aria-label={demo.fill} />;
  return isEmpty && isDevelopment ? (
    <Button style={{ marginTop: 16 }} onClick={() => fill.mutate(undefined)}>
      {demo.fill}
    </Button>
  ) : null;
}
