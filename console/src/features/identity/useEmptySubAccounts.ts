import { useReader } from "../../components/rights/useReader";
import { useTexts } from "../../texts/language";

/** What an empty list of sub-accounts says. Who holds nothing to grant asks for the rights of its services. */
export function useEmptySubAccounts(): { title: string; hint: string } {
  const { identity } = useTexts();
  return { title: identity.noSubs, hint: useReader()?.canGive === false ? identity.noSubsOthers : identity.noSubsHint };
}
