import { useGives } from "../../components/rights/useGives";
import { useTexts } from "../../texts/language";

/** What an empty list of sub-accounts says. Who holds nothing to grant asks for the rights of its services. */
export function useNoSubs(): { title: string; hint: string } {
  const { identity } = useTexts();
  return { title: identity.noSubs, hint: useGives() === false ? identity.noSubsOthers : identity.noSubsHint };
}
