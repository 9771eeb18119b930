import { Progress } from "antd";
import { useTexts } from "../../texts/language";

/** How many of several things are done. */
export function EachProgress({ done, of }: { done: number; of: number }) {
  const { general } = useTexts();
  const text = general.doneOf(done, of);
  return (
    <div>
      <span role="status">{text}</span>
      <Progress aria-label={text} percent={Math.floor((100 * done) / of)} status="active" showInfo={false} />
    </div>
  );
}
