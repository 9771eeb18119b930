import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { networksQuery } from "../../api/sharedQueries";
import { useTexts } from "../../texts/language";

/** One network of a limit. The name of a list shows its networks on hover, and links to it. */
export function Network({ name }: { name: string }) {
  const { access, identity } = useTexts();
  const isList = name.startsWith("@");
  const { data } = useQuery({ ...networksQuery, enabled: isList });
  if (!isList) return name;
  const networks = data?.items.find((list) => `@${list.name}` === name)?.networks;
  const title = networks?.length === 0 ? identity.emptyNetworks : networks && access.listed(networks);
  return (
    <Link to={`/networks?q=${encodeURIComponent(name.slice(1))}`} title={title}>
      {name}
    </Link>
  );
}
