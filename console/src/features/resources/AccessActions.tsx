import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { Link, useLocation, useNavigate } from "react-router";
import { useTexts } from "../../texts/language";
import { nameOf, type Resource } from "./resources";
import { clusterIn, usePath } from "./usePath";

interface AccessActionsProps {
  resource: Resource;
  mayGive: boolean;
  administers: boolean;
}

/** Grant, request and check access to the resource. Granting opens on the tab that shows what was granted. */
export function AccessActions({ resource, mayGive, administers }: AccessActionsProps) {
  const { access, requests, resources } = useTexts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { type, id } = resource;
  const name = nameOf(resource);
  const cluster = clusterIn(usePath().path);
  const base = `/resources/${type}/${id}`;
  const isHere = pathname === base;
  const grant = () =>
    navigate({ pathname: base, search: isHere ? search : "" }, { replace: isHere, state: { grants: true } });
  // Disabled until the cluster is known: the address would name another one.
  const checkButton = <Button disabled={!cluster}>{resources.ask}</Button>;
  return (
    <>
      {mayGive && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => void grant()}>
          {access.grant}
        </Button>
      )}
      {!administers && (
        <Link to={`/requests/new?${new URLSearchParams({ type, resource: name })}`}>
          <Button>{requests.ask}</Button>
        </Link>
      )}
      {cluster ? (
        <Link to={`/why?${new URLSearchParams({ type, resource: name, cluster })}`}>{checkButton}</Link>
      ) : (
        checkButton
      )}
    </>
  );
}
