import { Card } from "antd";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";

/** Shown beside the tree before anything is chosen. */
export default function NothingChosen() {
  const { resources } = useTexts();
  return (
    <Card>
      <EmptyState title={resources.choose} hint={resources.chooseHint} />
    </Card>
  );
}
