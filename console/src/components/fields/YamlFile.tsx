import { DownloadOutlined, UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";
import { saveFile } from "../values/download";

interface YamlFileProps {
  name: string;
  /** Returns the text of the file; called when the file is downloaded. */
  text: () => string;
  read: (file: File) => void;
  labels: { download: string; upload: string };
}

/** Downloads what is edited as a file, and reads another one from this computer. */
export function YamlFile({ name, text, read, labels }: YamlFileProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => saveFile(name, text(), "application/yaml")}>
        {labels.download}
      </Button>
      <Button icon={<UploadOutlined />} onClick={() => fileInput.current?.click()}>
        {labels.upload}
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept=".yaml,.yml"
        hidden
        aria-label={labels.upload}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) read(file);
        }}
      />
    </>
  );
}
