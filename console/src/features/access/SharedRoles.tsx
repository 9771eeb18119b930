import { useQueries } from "@tanstack/react-query";
import { Alert } from "antd";
import { roleQuery } from "../../api/sharedQueries";
import type { Grant } from "../../api/types";
import { useTexts } from "../../texts/language";

/** The members are read for this many roles; the others are only counted. */
const ROLES_READ = 10;

/** A warning about grants of shared roles: revoking them on one person's page takes them from all members. */
export function SharedRoles({ grants }: { grants: Grant[] }) {
  const { access } = useTexts();
  const shared = new Map(grants.filter(isShared).map((grant) => [grant.role_id, grant.role_name]));
  const roles = [...shared].slice(0, ROLES_READ);
  const roleQueries = useQueries({ queries: roles.map(([id]) => roleQuery(id)) });
  if (roles.length === 0) return null;
  const lines = roles.map(([id, name], index) => ({
    id,
    line: access.fromMembers(name, roleQueries[index]?.data?.members),
  }));
  return (
    <Alert
      type="warning"
      showIcon
      title={access.sharedRole(shared.size)}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {lines.map(({ id, line }) => (
            <li key={id}>{line}</li>
          ))}
          {shared.size > ROLES_READ && <li>{access.andMore(shared.size - ROLES_READ)}</li>}
        </ul>
      }
    />
  );
}

/** Whether the grant belongs to a shared role, not to a personal one. */
export const isShared = ({ user_id }: Grant) => user_id === null;
