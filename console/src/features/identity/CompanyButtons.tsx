import { rememberReturnPath } from "../../api/returnPath";
import { beginSignIn } from "../../api/signIn";
import { PlainButton } from "../../components/plain/PlainButton";
import { PlainProblem } from "../../components/plain/PlainProblem";
import { useCall } from "../../components/plain/useCall";
import { useStartTexts } from "../../texts/startTexts";

/** One button for each provider of the company; the browser goes there. */
export function CompanyButtons({ providers }: { providers: { id: number; name: string }[] }) {
  const { identity } = useStartTexts();
  const start = useCall(beginSignIn, ({ url }) => {
    rememberReturnPath();
    window.location.assign(url);
  });
  return (
    <>
      {providers.map(({ id, name }) => (
        <PlainButton key={id} pending={start.pending} onClick={() => start.start(id)}>
          {identity.signInWith(name)}
        </PlainButton>
      ))}
      {start.error !== undefined && <PlainProblem error={start.error} />}
    </>
  );
}
