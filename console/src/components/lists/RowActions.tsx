import { Button, Flex } from "antd";
import { useTexts } from "../../texts/language";

interface RowActionsProps {
  edit: () => void;
  remove: () => void;
  /** Replaces `Delete` on the button. */
  removeText?: string;
}

/** What can be done to a row of a list. */
export function RowActions({ edit, remove, removeText }: RowActionsProps) {
  const { general } = useTexts();
  return (
    <Flex gap={8} wrap>
      <Button size="small" onClick={edit}>
        {general.edit}
      </Button>
      <Button size="small" danger onClick={remove}>
        {removeText ?? general.delete}
      </Button>
    </Flex>
  );
}
