import { Flex, Tag } from "antd";
import type { ResourceType, TreeNode } from "../../api/types";
import { ResourceIcon } from "../../components/values/ResourceIcon";
import { useTexts } from "../../texts/language";

/** One line of the tree: type, name, and problems if any. */
export function NodeTitle({ node }: { node: TreeNode }) {
  const { resources } = useTexts();
  // Topics of different kinds may have the same name.
  const domain = node.type === "topic" ? node.full_name.split("://")[0] : "persistent";
  return (
    <Flex gap={6} align="center" style={{ minWidth: 0 }}>
      <ResourceIcon type={node.type as ResourceType} />
      <span style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }} title={node.full_name}>
        {node.name}
      </span>
      {domain !== "persistent" && <Tag>{resources.domains[domain as keyof typeof resources.domains]}</Tag>}
      {node.is_valid !== 1 && <Tag color="orange">{resources.invalid}</Tag>}
      {node.deleting && <Tag>{resources.deleting}</Tag>}
      {!node.deleting && node.state === "pending" && <Tag color="blue">{resources.states.pending}</Tag>}
      {!node.deleting && node.state === "failed" && <Tag color="red">{resources.states.failed}</Tag>}
    </Flex>
  );
}
