import { DatePicker, Form, Input } from "antd";
import type { Dayjs } from "dayjs";
import dayjs from "dayjs";
import { LIMITS } from "../../api/limits.gen";
import { AuthorityChoice } from "../../components/rights/AuthorityChoice";
import { useTexts } from "../../texts/language";
import type { GrantContent } from "./grants";

export interface GrantValues {
  authorities: number[];
  window?: [Dayjs | null, Dayjs | null] | null;
  remark?: string;
}

/** What is granted, for how long, and why: the same fields for a new grant and for a changed one. */
export function GrantFields({ place }: { place: number }) {
  const { access, general } = useTexts();
  return (
    <>
      <Form.Item
        name="authorities"
        label={access.authorities}
        extra={access.authoritiesHint}
        rules={[{ required: true, message: access.chooseOne }]}
      >
        <AuthorityChoice place={place} />
      </Form.Item>
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
export function content({ authorities, window, remark }: GrantValues): GrantContent {
  return {
    authorities,
    valid_from: window?.[0]?.valueOf() ?? null,
    valid_until: window?.[1]?.valueOf() ?? null,
    remark: remark || null,
  };
}

/** A grant in the form of the fields. */
export function values(grant: {
  authorities: { id: number }[];
  valid_from: number | null;
  valid_until: number | null;
  remark: string | null;
}): GrantValues {
  const edge = (at: number | null) => (at === null ? null : dayjs(at));
  return {
    authorities: grant.authorities.map(({ id }) => id),
    window: [edge(grant.valid_from), edge(grant.valid_until)],
    remark: grant.remark ?? "",
  };
}
