import { Button, Checkbox, Flex, Input, Select, type TableColumnsType, Tag, Typography } from "antd";
import type { Texts } from "../../texts/texts";
import { MappedUserField } from "./MappedUserField";
import type { Line } from "./mapping";
import { KINDS, lineFor, type RoleFacts, type RoleRow } from "./roleRows";
import { type CenterSentence, Sentence } from "./Sentence";

export interface RoleEditing {
  texts: Texts;
  facts: RoleFacts;
  errors: ReadonlyMap<string, CenterSentence>;
  set: (line: Line) => void;
  remove: (role: string) => void;
}

/** The columns of the table of roles. A role for which a pattern decides gets its own line when it is changed. */
export function roleColumns(editing: RoleEditing): TableColumnsType<RoleRow> {
  const { clusterImport } = editing.texts;
  return [
    { title: clusterImport.role, key: "role", width: "32%", render: (_, row) => <RoleCell row={row} {...editing} /> },
    {
      title: clusterImport.becomes,
      key: "becomes",
      width: "22%",
      render: (_, row) => (
        <Select
          aria-label={clusterImport.becomesFor(row.role)}
          style={{ width: "100%", minWidth: 150 }}
          value={row.kind}
          options={KINDS.filter((kind) => row.fitting === undefined || kind !== "existing").map((value) => ({
            value,
            label: clusterImport.kinds[value],
          }))}
          onChange={(kind) => editing.set(lineFor(row, kind))}
        />
      ),
    },
    { title: clusterImport.name, key: "name", render: (_, row) => <TargetCell row={row} {...editing} /> },
  ];
}

type CellProps = RoleEditing & { row: RoleRow };

function RoleCell({ row, texts: { clusterImport }, facts, remove }: CellProps) {
  const { role, pattern, fitting } = row;
  return (
    <Flex vertical gap={4} align="flex-start">
      <span className="mono">{role}</span>
      {fitting !== undefined && (
        <Flex gap={4} align="center" wrap>
          <Tag color="blue">{clusterImport.pattern}</Tag>
          <Typography.Text type="secondary">{clusterImport.fitting(fitting)}</Typography.Text>
          <Button size="small" aria-label={clusterImport.removePattern(role)} onClick={() => remove(role)}>
            {clusterImport.remove}
          </Button>
        </Flex>
      )}
      {pattern && <Typography.Text type="secondary">{clusterImport.byPattern(pattern)}</Typography.Text>}
      {!row.onCluster && <Typography.Text type="secondary">{clusterImport.notOnCluster}</Typography.Text>}
      {facts.superUsers.has(role) && <Tag color="orange">{clusterImport.superUser}</Tag>}
      {facts.proxies.has(role) && <Typography.Text type="secondary">{clusterImport.proxy}</Typography.Text>}
    </Flex>
  );
}

function TargetCell(props: CellProps) {
  const { row, texts, facts, errors, set } = props;
  const { clusterImport } = texts;
  const { role, line, kind } = row;
  const error = errors.get(role);
  const canBeSuperUser = facts.superUsers.has(role) || line.superUser;
  return (
    <Flex vertical gap={4} align="stretch">
      {kind !== "nothing" && <NameField {...props} />}
      {kind === "sub-account" && (
        <MappedUserField
          label={clusterImport.mainFor(role)}
          placeholder={clusterImport.main}
          status={error && !line.main ? "error" : undefined}
          value={line.main}
          onChange={(main) => set({ ...line, ...row.own, main })}
        />
      )}
      {canBeSuperUser && kind !== "nothing" && kind !== "shared-role" && (
        <Checkbox
          aria-label={clusterImport.giveSuperUserFor(role)}
          checked={line.superUser === true}
          onChange={({ target }) => set({ ...line, ...row.own, superUser: target.checked })}
        >
          {clusterImport.giveSuperUser}
        </Checkbox>
      )}
      {row.fitting === undefined && (facts.stronger.has(role) || line.acceptStronger) && (
        <>
          <Typography.Text type="danger">{clusterImport.stronger(role, facts.stronger.get(role))}</Typography.Text>
          <Checkbox
            checked={line.acceptStronger === true}
            onChange={({ target }) => set({ ...line, ...row.own, acceptStronger: target.checked })}
          >
            {clusterImport.acceptStronger(role)}
          </Checkbox>
        </>
      )}
      {error && (
        <Typography.Text type="danger">
          <Sentence sentence={error} />
        </Typography.Text>
      )}
      {!error && row.nobody && (
        <Typography.Text type="secondary">
          <Sentence sentence={row.nobody} />
        </Typography.Text>
      )}
    </Flex>
  );
}

function NameField({ row, texts: { clusterImport }, errors, set }: CellProps) {
  const { role, line, kind } = row;
  const status = errors.has(role) ? "error" : undefined;
  const setName = (name: string) => set({ ...line, ...row.own, name: name === "" ? undefined : name });
  const label = clusterImport.nameFor(role);
  if (kind === "existing") {
    const placeholder = line.existing ? clusterImport.chooseUser : clusterImport.sameName;
    return <MappedUserField {...{ label, status, placeholder }} value={line.name} onChange={setName} />;
  }
  return (
    <Input
      aria-label={label}
      status={status}
      placeholder={clusterImport.sameName}
      value={line.name}
      onChange={({ target }) => setName(target.value)}
    />
  );
}
