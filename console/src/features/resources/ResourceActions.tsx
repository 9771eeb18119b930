import { Button, Flex } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { useSession } from "../../api/session";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { CreateChild } from "./CreateChild";
import { DeleteResource } from "./DeleteResource";
import { EditResource } from "./EditResource";
import { nameOf, type Resource } from "./resources";
import { usePath } from "./usePath";

type Asked = "create" | "edit" | "delete";

/** What can be done to a resource. */
export function ResourceActions({ resource }: { resource: Resource }) {
  const { general, resources } = useTexts();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const mayChange = !isSubAccount(useSession());
  const path = usePath();
  const question = new URLSearchParams({ type: resource.type, resource: nameOf(resource), cluster: clusterIn(path) });
  return (
    <Flex gap={8} wrap justify="flex-end" style={{ padding: "12px 0" }}>
      <Link to={`/why?${question}`}>
        <Button>{resources.ask}</Button>
      </Link>
      {resource.type !== "topic" && (
        <Button type="primary" onClick={() => setAsked("create")}>
          {resources.newChild[resource.type]}
        </Button>
      )}
      {mayChange && <Button onClick={() => setAsked("edit")}>{general.edit}</Button>}
      {mayChange && (
        <Button danger onClick={() => setAsked("delete")}>
          {general.delete}
        </Button>
      )}
      {asked === "create" && resource.type !== "topic" && <CreateChild parent={resource} close={close} />}
      {asked === "edit" && <EditResource resource={resource} close={close} />}
      {asked === "delete" && <DeleteResource resource={resource} close={close} />}
    </Flex>
  );
}

/** `cluster:1/tenant:2` → `1`: rights are asked about on one cluster. */
function clusterIn(path: string | undefined): string {
  return path?.match(/^cluster:(\d+)/)?.[1] ?? "";
}
