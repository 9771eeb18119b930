import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useFieldErrors } from "../../components/dialogs/fieldErrors";
import { DataTable } from "../../components/lists/DataTable";
import { problemLine } from "../../components/states/problemText";
import { MEANINGS } from "../../design";
import { useLanguage, useTexts } from "../../texts/language";
import type { RowResult } from "./useUserImport";

const SHOWN = 50;
/** A field of the API → its column. */
const COLUMN_OF: Record<string, string> = { group_id: "group", parent_id: "parent" };

/** There is such a user already: nothing to do. */
export const isThere = ({ problem }: RowResult) => problem?.code === "exists";

/** What became of each row, or would; those with problems first. */
export function ImportResults({ results, made }: { results: RowResult[]; made: boolean }) {
  const { access, identity, userImport } = useTexts();
  const sorted = results.toSorted((a, b) => rank(a) - rank(b));
  const columns: TableColumnsType<RowResult> = [
    { title: userImport.row, key: "row", render: (_, { row }) => row.number },
    { title: identity.username, key: "name", render: (_, { row }) => <span className="mono">{row.username}</span> },
    { title: userImport.result, key: "result", render: (_, result) => <Result result={result} made={made} /> },
  ];
  return (
    <>
      <DataTable<RowResult>
        size="small"
        columns={columns}
        dataSource={sorted.slice(0, SHOWN)}
        rowKey={({ row }) => row.number}
        pagination={false}
      />
      {sorted.length > SHOWN && (
        <Typography.Text type="secondary">{access.andMore(sorted.length - SHOWN)}</Typography.Text>
      )}
    </>
  );
}

const rank = (result: RowResult) => (isThere(result) ? 2 : result.problem ? 0 : result.notInvited ? 1 : 3);

function Result({ result, made }: { result: RowResult; made: boolean }) {
  const texts = useTexts();
  const { userImport } = texts;
  const { language } = useLanguage();
  const fieldErrorsOf = useFieldErrors();
  const { row, problem, notInvited } = result;
  if (isThere(result)) return <Tag color={MEANINGS.ending}>{userImport.isThere}</Tag>;
  if (problem) {
    const errors = fieldErrorsOf(problem).map(({ name, errors }) => [COLUMN_OF[name] ?? name, ...errors].join(": "));
    const lines = errors.length > 0 ? errors : [problemLine(texts, language, problem)];
    return (
      <Flex vertical>
        {lines.map((line) => (
          <Typography.Text key={line} type="danger">
            {line}
          </Typography.Text>
        ))}
      </Flex>
    );
  }
  return (
    <Flex vertical gap={4} align="start">
      <Tag color={MEANINGS.granted}>
        {(made ? userImport.made : userImport.wouldBeMade)(row.email !== "" && !notInvited)}
      </Tag>
      {notInvited && (
        <Typography.Text type="warning">
          {userImport.notInvited} {problemLine(texts, language, notInvited)}
        </Typography.Text>
      )}
    </Flex>
  );
}
