import { Tag, Tooltip } from "antd";
import type { ResourceType, TreeNode } from "../../api/types";
import { ResourceIcon } from "../../components/values/ResourceIcon";
import { useTexts } from "../../texts/language";
import type { Found } from "./tree";

/** One line of the tree: type, name, and a dot if something is not in order. */
export function NodeTitle({ node }: { node: TreeNode | Found }) {
  const { place, resources } = useTexts();
  // Topics of different kinds may have the same name.
  const domain = (node.type === "topic" && node.full_name.split("://")[0]) as keyof typeof place.domainLetters;
  return (
    <span className="node">
      <ResourceIcon type={node.type as ResourceType} />
      <NodeName name={node.name} fullName={node.full_name} />
      {place.domainLetters[domain] && (
        <Tooltip title={resources.domains[domain]}>
          <Tag className="chip">
            <span aria-hidden>{place.domainLetters[domain]}</span>
            <span className="unseen">{resources.domains[domain]}</span>
          </Tag>
        </Tooltip>
      )}
      {"state" in node && <States node={node} />}
    </span>
  );
}

/** A name that does not fit gives way in the middle: names often differ at their ends. */
function NodeName({ name, fullName }: { name: string; fullName: string }) {
  const end = SPLIT.test(name) ? name.length - TAIL : name.length;
  return (
    <span className="node-name" title={fullName}>
      <span>{name.slice(0, end)}</span>
      {end < name.length && <span>{name.slice(end)}</span>}
    </span>
  );
}

const TAIL = 8;
/** Long names, without letters that are written from right to left or in pairs. */
const SPLIT = /^[!-~]{20,}$/;

function States({ node }: { node: TreeNode }) {
  const { resources } = useTexts();
  return (
    <>
      {node.is_valid !== 1 && <StateDot kind="invalid" word={resources.invalid} />}
      {node.deleting && <StateDot kind="deleting" word={resources.deleting} />}
      {!node.deleting && node.state === "pending" && <StateDot kind="pending" word={resources.states.pending} />}
      {!node.deleting && node.state === "failed" && <StateDot kind="failed" word={resources.states.failed} />}
    </>
  );
}

/** Each state has a shape of its own (resources.css): nobody has to see colours. */
function StateDot({ kind, word }: { kind: "invalid" | "deleting" | "pending" | "failed"; word: string }) {
  return (
    <Tooltip title={word}>
      <span className={`state state-${kind}`}>
        <span className="unseen">{word}</span>
      </span>
    </Tooltip>
  );
}
