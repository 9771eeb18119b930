import { Page } from "../../components/page/Page";
import { useTexts } from "../../texts/language";
import { Matrix } from "./Matrix";

/** Several people and several places, named by the address. */
export default function MatrixPage() {
  const { giving, matrix } = useTexts();
  return (
    <Page title={giving.matrix} hint={matrix.hint}>
      <Matrix />
    </Page>
  );
}
