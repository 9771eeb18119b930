import { Tag } from "antd";
import { ATTENTION, MEANINGS } from "../../design";
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
      {notInForce && <Tag color={ATTENTION}>{explain.marks.notInForce}</Tag>}
      {limited === "entirely" && <Tag color={MEANINGS.denied}>{explain.marks.entirely}</Tag>}
      {limited === "partly" && <Tag color={ATTENTION}>{explain.marks.partly}</Tag>}
    </>
  );
}
