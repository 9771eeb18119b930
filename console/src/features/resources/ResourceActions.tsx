import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { useTexts } from "../../texts/language";
import { CreateChild } from "./CreateChild";
import { DeleteResource } from "./DeleteResource";
import { EditResource } from "./EditResource";
import { GiveUpCluster } from "./GiveUpCluster";
import { isScalable, nameOf, type Resource } from "./resources";
import { useMay } from "./useMay";
import { clusterIn, usePath } from "./usePath";

type DialogName = "create" | "edit" | "delete" | "give up";

/** What the reader may do to a resource, beside its rights. */
export function ResourceActions({ resource }: { resource: Resource }) {
  const { general, resources, tokens } = useTexts();
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const close = () => setOpenDialog(undefined);
  const may = useMay(resource);
  const cluster = clusterIn(usePath().path);
  return (
    <>
      {/* The examples are for clients that cannot use scalable topics. */}
      {resource.type === "topic" && !isScalable(resource) && cluster && (
        <Link to={`/credentials?${new URLSearchParams({ cluster, topic: nameOf(resource) })}`}>
          <Button>{tokens.snippets}</Button>
        </Link>
      )}
      {resource.type !== "topic" && may("create") && (
        <Button onClick={() => setOpenDialog("create")}>{resources.newChild[resource.type]}</Button>
      )}
      {may(resource.type === "cluster" ? "administer" : "change") && (
        <Button onClick={() => setOpenDialog("edit")}>{general.edit}</Button>
      )}
      {resource.type === "cluster" && !resource.gone && may("delete") && (
        <Link to={`/clusters/${resource.id}/import`}>
          <Button>{resources.import}</Button>
        </Link>
      )}
      {resource.type === "cluster" && !resource.gone && may("delete") && (
        <Button danger onClick={() => setOpenDialog("give up")}>
          {resources.giveUp}
        </Button>
      )}
      {may("delete") && (
        <Button danger onClick={() => setOpenDialog("delete")}>
          {general.delete}
        </Button>
      )}
      {openDialog === "create" && resource.type !== "topic" && <CreateChild parent={resource} close={close} />}
      {openDialog === "edit" && <EditResource resource={resource} close={close} />}
      {openDialog === "give up" && resource.type === "cluster" && <GiveUpCluster cluster={resource} close={close} />}
      {openDialog === "delete" && <DeleteResource resource={resource} close={close} />}
    </>
  );
}
