import { DownloadOutlined, UploadOutlined } from "@ant-design/icons";
import { App, Button } from "antd";
import { useRef } from "react";
import { LIMITS } from "../../api/limits.gen";
import { download } from "../../components/values/download";
import { useTexts } from "../../texts/language";
import { type Mapping, MappingProblem, orderedLines, parseMapping } from "./mapping";

interface MappingFileProps {
  name: string;
  /** Returns the text of the file; called when the file is downloaded. */
  text: () => string;
  load: (mapping: Mapping) => void;
}

/** Downloads the mapping as a file, and uploads an edited one. */
export function MappingFile({ name, text, load }: MappingFileProps) {
  const { clusterImport } = useTexts();
  const { message, notification } = App.useApp();
  const fileInput = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => notification.error({ title: clusterImport.badFile, description: why });
  const read = async (file: File) => {
    if (file.size > LIMITS.NewImport.mapping.maxLength) return refuse(clusterImport.uploadTooLarge);
    try {
      const mapping = parseMapping(await file.text());
      load(mapping);
      void message.success(clusterImport.uploaded(orderedLines(mapping).length));
    } catch (error) {
      if (!(error instanceof MappingProblem)) throw error;
      refuse((error.line ? clusterImport.atLine(error.line) : "") + error.message);
    }
  };
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => download(name, text(), "application/yaml")}>
        {clusterImport.download}
      </Button>
      <Button icon={<UploadOutlined />} onClick={() => fileInput.current?.click()}>
        {clusterImport.upload}
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept=".yaml,.yml"
        hidden
        aria-label={clusterImport.upload}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) void read(file);
        }}
      />
    </>
  );
}
