import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { saveFile } from "../values/download";
import { OpenFile } from "./OpenFile";

interface YamlFileProps {
  name: string;
  /** Returns the text of the file; called when the file is downloaded. */
  text: () => string;
  read: (file: File) => void;
  labels: { download: string; upload: string };
}

/** Downloads what is edited as a file, and reads another one from this computer. */
export function YamlFile({ name, text, read, labels }: YamlFileProps) {
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => saveFile(name, text(), "application/yaml")}>
        {labels.download}
      </Button>
      <OpenFile label={labels.upload} accept=".yaml,.yml" read={read} />
    </>
  );
}
