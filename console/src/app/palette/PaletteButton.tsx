import { SearchOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { useReader } from "../../components/rights/useReader";
import { hasPage } from "../../permissions";
import { useTexts } from "../../texts/language";
import { lazyScreen } from "../lazyScreen";
import { useKeys } from "./keys";

interface DialogProps {
  close: () => void;
}
const DIALOGS = {
  palette: lazyScreen<DialogProps>(() => import("./Palette")),
  keys: lazyScreen<DialogProps>(() => import("./KeyList")),
};

/** Opens the search over everything; the keys of the console work while it is there. What they open is loaded then. */
export function PaletteButton() {
  const { palette } = useTexts();
  const navigate = useNavigate();
  const reader = useReader();
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const actions = {
    search: () => setOpen("palette"),
    showKeys: () => setOpen("keys"),
    goTo: (path: string) => hasPage(reader, path) && void navigate(path),
  };
  // What is typed while the dialog is still being loaded is meant for it.
  useKeys(open === undefined ? actions : undefined);
  const Opened = open && DIALOGS[open];
  return (
    <>
      <Button icon={<SearchOutlined />} aria-keyshortcuts="Control+K" onClick={() => setOpen("palette")}>
        <span className="wide">
          {palette.button} <kbd>Ctrl K</kbd>
        </span>
      </Button>
      {Opened && (
        <Suspense>
          <Opened close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
