import { useState } from "react";

/** Props of an AutoComplete whose suggestions come from the server: they are open only while the field has the focus.
 * By itself, antd opens suggestions that arrive after the field was left, over what is clicked next. */
export function useSuggestions() {
  const [open, onOpenChange] = useState(false);
  return { open, onOpenChange, onBlur: () => onOpenChange(false) };
}
