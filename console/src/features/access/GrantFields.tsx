import { DatePicker, Form, Input } from "antd";
import type { Dayjs } from "dayjs";
import dayjs from "dayjs";
import { LIMITS } from "../../api/limits.gen";
import type { GrantLimits } from "../../api/types";
import { AuthorityChoice } from "../../components/rights/AuthorityChoice";
import { LimitFields } from "../../components/rights/LimitFields";
import { type LimitValues, limitsOf, limitValues } from "../../components/rights/limitsText";
import type { LimitedPlace } from "../../components/rights/PrefixField";
import { useTexts } from "../../texts/language";
import type { GrantContent } from "./grants";

export interface GrantValues extends LimitValues {
  authorities: number[];
  window?: [Dayjs | null, Dayjs | null] | null;
  remark?: string;
}

/** What is granted, for how long, and why: the same fields for a new grant and for a changed one. */
export function GrantFields({ place }: { place: LimitedPlace }) {
  const { access, general } = useTexts();
  return (
    <>
      <Form.Item
        name="authorities"
        label={access.authorities}
        extra={access.authoritiesHint}
        rules={[{ required: true, message: access.chooseOne }]}
      >
        <AuthorityChoice place={place.type} />
      </Form.Item>
      <LimitFields place={place} />
      <Form.Item name="window" label={access.window} extra={access.windowHint}>
        <DatePicker.RangePicker
          aria-label={access.window}
          showTime={{ format: "HH:mm" }}
          format="YYYY-MM-DD HH:mm"
          allowEmpty={[true, true]}
          placeholder={[access.from, access.until]}
        />
      </Form.Item>
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewGrant.remark.maxLength} />
      </Form.Item>
    </>
  );
}

/** The fields' values in the form of the API. */
export function grantContent({ authorities, window, remark, ...limits }: GrantValues): GrantContent {
  return {
    authorities,
    valid_from: window?.[0]?.valueOf() ?? null,
    valid_until: window?.[1]?.valueOf() ?? null,
    limits: limitsOf(limits),
    remark: remark || null,
  };
}

/** A grant in the form of the fields. */
export function grantFormValues(grant: {
  authorities: { id: number }[];
  valid_from: number | null;
  valid_until: number | null;
  limits: GrantLimits | null;
  remark: string | null;
}): GrantValues {
  const bound = (at: number | null) => (at === null ? null : dayjs(at));
  return {
    authorities: grant.authorities.map(({ id }) => id),
    window: [bound(grant.valid_from), bound(grant.valid_until)],
    ...limitValues(grant.limits),
    remark: grant.remark ?? "",
  };
}
