import { Flex, Spin } from "antd";
import { useTexts } from "../../texts/language";

/** A whole screen that is still being loaded. */
export function LoadingScreen() {
  const { general } = useTexts();
  return (
    <Flex justify="center" align="center" style={{ height: "60vh" }} role="status" aria-label={general.loading}>
      <Spin size="large" />
    </Flex>
  );
}
