import { Tag } from "antd";
import { useTexts } from "../../texts/language";

interface RestrictionTagsProps {
  notInForce: boolean;
  limited: "no" | "partly" | "entirely";
}

/** Why a granted right is not, or not wholly, in effect. */
export function RestrictionTags({ notInForce, limited }: RestrictionTagsProps) {
  const { explain } = useTexts();
  return (
    <>
      {notInForce && <Tag color="orange">{explain.marks.notInForce}</Tag>}
      {limited === "entirely" && <Tag color="red">{explain.marks.entirely}</Tag>}
      {limited === "partly" && <Tag color="gold">{explain.marks.partly}</Tag>}
    </>
  );
}
