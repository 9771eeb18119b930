import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";

interface OpenFileProps {
  label: string;
  /** Endings and types, as of a file input. */
  accept: string;
  disabled?: boolean;
  read: (file: File) => void;
}

/** Opens a file of this computer; the same one again, too. */
export function OpenFile({ label, accept, disabled, read }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<UploadOutlined />} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) read(file);
        }}
      />
    </>
  );
}
