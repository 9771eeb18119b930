import { Command } from "cmdk";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "../../components/dialogs/Dialog";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { keysTo } from "./keys";
import "./palette.css";
import { type Target, useFound, usePages } from "./targets";

/** It does not unfold: what is typed at once would be lost. */
const LOOK = { footer: null, width: 640, style: { top: 64 }, transitionName: "", maskTransitionName: "" };

/** Pages, things to do, and whatever begins with some letters, chosen with the keyboard or the pointer. */
export default function Palette({ close }: { close: () => void }) {
  const { palette } = useTexts();
  const [text, setText] = useState("");
  const q = text.trim();
  const pages = usePages(q);
  const found = useFound(q);
  const count = pages.length + found.targets.length;
  return (
    <Dialog {...LOOK} title={palette.title} onCancel={close}>
      <Command label={palette.title} shouldFilter={false} loop className="palette">
        <Command.Input value={text} onValueChange={setText} placeholder={palette.placeholder} />
        <Command.List label={palette.results}>
          <Group heading={palette.pages} targets={pages} close={close} />
          <Group heading={palette.found} targets={found.targets} close={close} />
        </Command.List>
      </Command>
      {found.error !== null && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      <p className="palette-state" role="status">
        {found.isOld ? palette.searching : palette.count(count)} {found.more && palette.more}
      </p>
    </Dialog>
  );
}

interface GroupProps {
  heading: string;
  targets: Target[];
  close: () => void;
}

function Group({ heading, targets, close }: GroupProps) {
  const navigate = useNavigate();
  if (targets.length === 0) return null;
  return (
    <Command.Group heading={heading}>
      {targets.map(({ key, label, isName, note, path, creates }) => (
        <Command.Item
          key={key}
          value={key}
          onSelect={() => {
            close();
            void navigate(path, creates ? { state: { creates } } : undefined);
          }}
        >
          <span className={isName ? "palette-name mono" : "palette-name"}>{label}</span>
          <span className="palette-note">{note}</span>
          {!creates && keysTo(path) && <kbd>{keysTo(path)}</kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
