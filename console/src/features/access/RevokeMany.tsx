import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Tag, Typography } from "antd";
import { useState } from "react";
import type { Grant } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { authorityText } from "../../components/rights/AuthorityText";
import { limitsText } from "../../components/rights/limitsText";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { changeMany, tryToRevoke } from "./grants";
import { isShared, SharedRoles } from "./SharedRoles";
import { WhatChanges } from "./WhatChanges";

const SHOWN = 12;

interface RevokeManyProps {
  chosen: Grant[];
  done: (revision: number | null) => void;
}

/** Revokes the chosen grants together, as one change. The center is first asked whether it would accept that. */
export function RevokeMany({ chosen, done }: RevokeManyProps) {
  const { access } = useTexts();
  const [asked, setAsked] = useState(false);
  const shared = chosen.filter(isShared).length;
  return (
    <Flex gap={8} align="center">
      <Typography.Text type="secondary">{access.chosen(chosen.length)}</Typography.Text>
      {shared > 0 && <Tag color="orange">{access.chosenShared(shared)}</Tag>}
      <Button danger onClick={() => setAsked(true)}>
        {access.revokeMany}
      </Button>
      {asked && <Confirm chosen={chosen} done={done} close={() => setAsked(false)} />}
    </Flex>
  );
}

function Confirm({ chosen, done, close }: RevokeManyProps & { close: () => void }) {
  const texts = useTexts();
  const { access } = texts;
  const revoke = chosen.map(({ id, version }) => ({ id, version }));
  const tried = useQuery({ queryKey: ["grants", "try", revoke], queryFn: () => tryToRevoke(revoke), retry: false });
  const goes = chosen.slice(0, SHOWN).map((grant) => {
    const authorities = grant.authorities.map(({ id, text }) => authorityText(texts, id, text));
    const limits = limitsText(texts, grant.limits, grant.res_type);
    return access.revokeOne(grant.role_name, grant.resource, limits ? [...authorities, limits] : authorities);
  });
  return (
    <ConfirmDanger
      title={access.revokeManyTitle(chosen.length)}
      okText={access.revokeMany}
      lead={access.revokeManyGoes}
      goes={chosen.length > SHOWN ? [...goes, access.andMore(chosen.length - SHOWN)] : goes}
      run={async () => done((await changeMany({ grant: [], change: [], revoke })).revision)}
      close={close}
    >
      <SharedRoles grants={chosen} />
      {access.revokeNow}
      <WhatChanges propose={() => ({ revoke: chosen.map((grant) => grant.id) })} />
      {tried.isError && <ErrorState error={tried.error} />}
    </ConfirmDanger>
  );
}
