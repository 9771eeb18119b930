import { App } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { YamlFile } from "../../components/fields/YamlFile";
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
  return <YamlFile name={name} text={text} read={(file) => void read(file)} labels={clusterImport} />;
}
