import { useQuery } from "@tanstack/react-query";
import { Alert, Checkbox, Typography } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { asProblem } from "../../api/problem";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useTexts } from "../../texts/language";
import { ClusterLosses } from "./ClusterLosses";
import { deleteResource, lossQuery, nameOf, type Resource } from "./resources";

/** Deletes once the full name was typed. Shows what the clusters lose; deletes children and grants only on request. */
export function DeleteResource({ resource, close }: { resource: Resource; close: () => void }) {
  const { general, resources } = useTexts();
  const navigate = useNavigate();
  const [cascade, setCascade] = useState(false);
  const [contents, setContents] = useState<string[]>([]);
  const name = nameOf(resource);
  const provisionedResource = resource.type === "cluster" ? undefined : resource;
  const loss = useQuery({
    ...lossQuery(provisionedResource ?? { type: "topic", id: 0 }),
    enabled: provisionedResource !== undefined,
  });
  const lostKeys = loss.data?.encryption_keys ?? 0;
  const run = async () => {
    try {
      await deleteResource(resource, name, cascade);
    } catch (thrown) {
      setContents(namesInProblem(asProblem(thrown).extra));
      throw thrown;
    }
    await navigate("/resources");
  };
  return (
    <ConfirmDanger
      title={resources.deleteTitle(general.types[resource.type], name)}
      okText={general.delete}
      losses={resources.deleteGoes[resource.type]}
      nameToType={name}
      loading={provisionedResource && loss.isPending}
      action={run}
      close={close}
    >
      {lostKeys > 0 && (
        <Alert type="warning" showIcon title={resources.lossKeys(lostKeys)} description={resources.lossKeysHint} />
      )}
      {provisionedResource && <ClusterLosses query={loss} />}
      <Checkbox checked={cascade} onChange={(event) => setCascade(event.target.checked)}>
        {resources.cascade}
      </Checkbox>
      {contents.length > 0 && <Contents names={contents} />}
    </ConfirmDanger>
  );
}

function Contents({ names }: { names: string[] }) {
  const { resources } = useTexts();
  return (
    <div>
      <Typography.Text>{resources.found}</Typography.Text>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20, maxHeight: 160, overflow: "auto" }}>
        {names.map((name) => (
          <li key={name} className="mono">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names of children and grants in a `has_children` problem. */
function namesInProblem(extra: Record<string, unknown>): string[] {
  const names = ["children", "grants"].flatMap((key) => (Array.isArray(extra[key]) ? extra[key].map(nameIn) : []));
  // A role may have several grants on one place: other windows, other limits.
  return [...new Set(names)];
}

function nameIn(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  const { full_name: name, role_name: role, role: by, resource } = entry as Record<string, unknown>;
  return [name ?? resource, role ?? by].filter((part) => part !== undefined).join(" · ") || JSON.stringify(entry);
}
