import { PlusOutlined } from "@ant-design/icons";
import { Button, Flex } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useTexts } from "../../texts/language";
import { CreateUser } from "./CreateUser";
import { UserTable } from "./UserTable";
import { useEmptySubAccounts } from "./useEmptySubAccounts";

/** The sub-accounts of the page's user. */
export default function SubAccounts() {
  const { identity } = useTexts();
  const id = Number(useParams().id);
  const [creating, setCreating] = useState(false);
  return (
    <Flex vertical gap={12}>
      <div>
        <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
          {identity.createSub}
        </Button>
      </div>
      <UserTable parentId={id} empty={useEmptySubAccounts()} />
      {creating && <CreateUser parentId={id} close={() => setCreating(false)} />}
    </Flex>
  );
}
