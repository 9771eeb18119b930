import { Flex } from "antd";
import type { ClusterCredential } from "../../api/types";
import { HintTag } from "../../components/values/HintTag";
import { useTexts } from "../../texts/language";

/** Who made a credential, with a warning if this person no longer administers the cluster. */
export function Issuer({ credential }: { credential: Pick<ClusterCredential, "issued_by" | "issuer_administers"> }) {
  const { resources } = useTexts();
  return (
    <Flex gap={4} wrap>
      <span>{credential.issued_by ?? resources.issuerUnknown}</span>
      {!credential.issuer_administers && (
        <HintTag color="orange" hint={resources.issuerLeftHint} text={resources.issuerLeft} />
      )}
    </Flex>
  );
}
