import { Fragment } from "react";
import { useTexts } from "../../texts/language";
import { Network } from "./Network";

/** The networks of one limit, or of one list; an empty list lets nobody in. */
export function Networks({ names }: { names: string[] }) {
  const { access, identity } = useTexts();
  if (names.length === 0) return identity.emptyNetworks;
  return (
    <span className="mono">
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && access.separator}
          <Network name={name} />
        </Fragment>
      ))}
    </span>
  );
}
