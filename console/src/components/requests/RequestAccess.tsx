import { App, Collapse, Flex, Typography } from "antd";
import { useTexts } from "../../texts/language";
import { FormDialog } from "../dialogs/FormDialog";
import { AuthorityTag } from "../rights/AuthorityText";
import { LIMIT_FIELDS } from "../rights/limitsText";
import { RequestedRight, RequestTerms, type RequestValues, sendRequest } from "./RequestFields";

export interface RequestAccessProps {
  initial: Pick<RequestValues, "type" | "authorities"> & Partial<RequestValues>;
  /** What is requested is still to be filled in. */
  unfolded?: boolean;
  close: () => void;
}

/** Asks for a right. Where it was found missing, the reason alone is left to fill in; the rest may be changed. */
export function RequestAccess({ initial, unfolded, close }: RequestAccessProps) {
  const { explain, requests } = useTexts();
  const { message } = App.useApp();
  return (
    <FormDialog<RequestValues>
      title={requests.ask}
      okText={requests.send}
      initial={initial}
      width={680}
      fieldOf={LIMIT_FIELDS}
      initialFocus={unfolded ? undefined : "textarea"}
      submit={async (values) => {
        // Fields that are folded have no values.
        await sendRequest({ ...initial, ...values });
        void message.success(requests.asked);
      }}
      cancel={close}
    >
      <Typography.Paragraph type="secondary">{requests.askHint}</Typography.Paragraph>
      {unfolded ? (
        <RequestedRight />
      ) : (
        <>
          <Flex gap={8} wrap align="center">
            {initial.authorities.map((id) => (
              <AuthorityTag key={id} id={id} text={String(id)} />
            ))}
            <span className="mono">{initial.resource}</span>
          </Flex>
          <Collapse ghost items={[{ key: "other", label: explain.requestOther, children: <RequestedRight /> }]} />
        </>
      )}
      <RequestTerms />
    </FormDialog>
  );
}
