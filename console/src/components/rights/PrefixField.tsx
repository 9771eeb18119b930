import { useQuery } from "@tanstack/react-query";
import { Form, Input } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { prefixMatchesQuery } from "../../api/resourceNames";
import { useTexts } from "../../texts/language";
import { useDebounced } from "../fields/useDebounced";
import { childrenText, TENANT } from "./limitsText";

export interface LimitedPlace {
  /** 2 tenant, 3 namespace; others have no names below that can be limited. */
  type: number;
  /** Undefined if the reader may not see the place. */
  id?: number;
  /** Its full name, once it is known. */
  name?: string;
}

/** The beginning of names directly below a tenant or namespace, and how many names begin so today. */
export function PrefixField({ place }: { place: LimitedPlace }) {
  const { access } = useTexts();
  const prefix = Form.useWatch<string | undefined>("prefix") ?? "";
  return (
    // Checked again when other authorities are chosen, so that the center's error about earlier ones disappears.
    <Form.Item
      name="prefix"
      label={access.prefix(place.type === TENANT)}
      extra={<PrefixHint place={place} prefix={prefix} />}
      dependencies={["authorities"]}
      rules={[{ type: "string" }]}
    >
      <Input
        className="mono"
        maxLength={LIMITS.NewLimits.prefix.maxLength}
        allowClear
        autoComplete="off"
        spellCheck={false}
      />
    </Form.Item>
  );
}

function PrefixHint({ place, prefix }: { place: LimitedPlace; prefix: string }) {
  const texts = useTexts();
  const { access } = texts;
  const tenant = place.type === TENANT;
  const debounced = useDebounced(prefix);
  const { data } = useQuery({
    ...prefixMatchesQuery(tenant ? "tenant" : "namespace", place.id ?? 0, debounced),
    enabled: place.id !== undefined && debounced !== "",
  });
  if (prefix === "") return access.prefixHint(tenant);
  const today = data && debounced === prefix ? access.today(data.n, data.more) : "";
  return access.prefixMeans(childrenText(texts, place.type), place.name ?? "…", prefix, today, tenant);
}
