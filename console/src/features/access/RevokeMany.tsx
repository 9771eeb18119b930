import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Tag, Typography } from "antd";
import { useState } from "react";
import type { Grant } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { authorityText } from "../../components/rights/AuthorityText";
import { ChangePreview } from "../../components/rights/ChangePreview";
import { limitsText } from "../../components/rights/limitsText";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { changeGrants, checkRevocation } from "./grants";
import { isShared, SharedRoles } from "./SharedRoles";

const GRANTS_SHOWN = 12;

interface RevokeManyProps {
  grants: Grant[];
  onDone: (revision: number | null) => void;
}

/** Revokes the chosen grants together, as one change. The center is first asked whether it would accept that. */
export function RevokeMany({ grants, onDone }: RevokeManyProps) {
  const { access } = useTexts();
  const [confirming, setConfirming] = useState(false);
  const shared = grants.filter(isShared).length;
  return (
    <Flex gap={8} align="center">
      <Typography.Text type="secondary">{access.chosen(grants.length)}</Typography.Text>
      {shared > 0 && <Tag color="orange">{access.chosenShared(shared)}</Tag>}
      <Button danger onClick={() => setConfirming(true)}>
        {access.revokeMany}
      </Button>
      {confirming && <ConfirmRevokeMany grants={grants} onDone={onDone} close={() => setConfirming(false)} />}
    </Flex>
  );
}

function ConfirmRevokeMany({ grants, onDone, close }: RevokeManyProps & { close: () => void }) {
  const texts = useTexts();
  const { access } = texts;
  const revoke = grants.map(({ id, version }) => ({ id, version }));
  const check = useQuery({ queryKey: ["grants", "try", revoke], queryFn: () => checkRevocation(revoke), retry: false });
  const losses = grants.slice(0, GRANTS_SHOWN).map((grant) => {
    const authorities = grant.authorities.map(({ id, text }) => authorityText(texts, id, text));
    const limits = limitsText(texts, grant.limits, grant.res_type);
    return access.revokeOne(grant.role_name, grant.resource, limits ? [...authorities, limits] : authorities);
  });
  return (
    <ConfirmDanger
      title={access.revokeManyTitle(grants.length)}
      okText={access.revokeMany}
      lead={access.revokeManyGoes}
      losses={grants.length > GRANTS_SHOWN ? [...losses, access.andMore(grants.length - GRANTS_SHOWN)] : losses}
      action={async () => onDone((await changeGrants({ grant: [], change: [], revoke })).revision)}
      close={close}
    >
      <SharedRoles grants={grants} />
      {access.revokeNow}
      <ChangePreview propose={() => ({ revoke: grants.map((grant) => grant.id) })} />
      {check.isError && <ErrorState error={check.error} />}
    </ConfirmDanger>
  );
}
