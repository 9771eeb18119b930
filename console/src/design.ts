/** What the console looks like, light and dark: colours with their meaning, sizes of type. docs/design.md says why. */

/** What a coloured word about a right means, by antd's name of the colour. No other word about rights has these. */
export const MEANINGS = {
  granted: "green",
  inherited: "cyan",
  /** Held through a grant that another main account made. */
  otherMain: "purple",
  /** Ends soon, or has ended. */
  ending: "gold",
  denied: "red",
  /** Nobody can say: no such name, or nothing measured. */
  unknown: "default",
} as const;

/** A word that asks somebody to look or act; it says nothing about who may do what. */
export const ATTENTION = "orange";

/** A page's title; a section's; text; notes beside it. */
export const SIZES = {
  fontSizeHeading1: 20,
  fontSizeHeading2: 16,
  fontSizeHeading3: 16,
  fontSize: 14,
  fontSizeSM: 12,
  borderRadius: 8,
};

/** The words of tags, on their own pale colour. antd has each colour under two names, and reads both. */
function words(colours: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(colours).flatMap(([name, value]) => [`${name}7`, `${name}-7`].map((token) => [token, value])),
  );
}

/** Contrast of all text is at least 4.5 : 1 (WCAG AA), which antd's own greys and tags are not. */
export const LIGHT = {
  colorText: "rgba(0, 0, 0, 0.88)",
  colorBgLayout: "#f5f5f5",
  colorBgContainer: "#ffffff",
  colorBorder: "#d9d9d9",
  colorPrimary: "#3a5bd9",
  // antd's own hover colour is paler: too little contrast on outlined buttons.
  colorPrimaryHover: "#2f4bb8",
  colorInfo: "#3a5bd9",
  colorTextSecondary: "#595959",
  colorTextTertiary: "#636363",
  colorTextDescription: "#595959",
  colorTextPlaceholder: "#6b6b6b",
  colorTextDisabled: "#6b6b6b",
  colorError: "#cf1322",
  colorSuccessText: "#237804",
  colorWarningText: "#874d00",
  ...words({ green: "#237804", cyan: "#006d75", gold: "#874d00", orange: "#9a4500" }),
};
export const DARK = {
  colorText: "rgba(255, 255, 255, 0.85)",
  colorBgLayout: "#000000",
  colorBgContainer: "#141414",
  colorBorder: "#424242",
  colorPrimary: "#7f9aff",
  colorPrimaryHover: "#9db1ff",
  colorInfo: "#7f9aff",
  colorTextSecondary: "#b3b3b3",
  colorTextTertiary: "#a6a6a6",
  colorTextDescription: "#b3b3b3",
  colorTextPlaceholder: "#9a9a9a",
  colorTextDisabled: "#9a9a9a",
  colorError: "#ff7875",
  colorSuccessText: "#73d13d",
  ...words({ purple: "#ab7ae0" }),
};
/** In the dark appearance, some surfaces are light: their text is dark. */
export const ON_DARK = {
  Button: { primaryColor: "#10142b", dangerColor: "#2a0b0c" },
  Menu: { itemSelectedColor: "#b4c3ff" },
};
