import { ApartmentOutlined, ClusterOutlined, GlobalOutlined, MessageOutlined, TeamOutlined } from "@ant-design/icons";

const ICONS = {
  root: GlobalOutlined,
  cluster: ClusterOutlined,
  tenant: TeamOutlined,
  namespace: ApartmentOutlined,
  topic: MessageOutlined,
};

/** The icon of a type of resource. */
export function ResourceIcon({ type }: { type: keyof typeof ICONS }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden />;
}
