import { Flex, Tag } from "antd";
import type { User } from "../../api/types";
import { ATTENTION } from "../../design";
import { useTexts } from "../../texts/language";

const COLORS = { active: "green", disabled: "default", locked: "orange" } as const;

/** The status of a user as a coloured tag. */
export function UserStatus({ user }: { user: Pick<User, "status" | "must_change_password"> }) {
  const { identity } = useTexts();
  return (
    <Flex gap={4} wrap>
      <Tag color={COLORS[user.status]}>{identity.statuses[user.status]}</Tag>
      {user.must_change_password && <Tag color={ATTENTION}>{identity.mustChange}</Tag>}
    </Flex>
  );
}
