import { Alert, Button, Checkbox, Flex, Tag, Typography } from "antd";
import { useMemo, useState } from "react";
import type { ClusterImport, ImportReport } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { EmptyState } from "../../components/states/EmptyState";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { StepButtons } from "./ImportSteps";
import { LineTable } from "./LineTable";
import { MappingFile } from "./MappingFile";
import { type Mapping, withLine, withoutPattern, withPattern, writeMapping } from "./mapping";
import { NewPattern } from "./NewPattern";
import { roleColumns } from "./roleColumns";
import { factsOf, KINDS, type Kind, rowsOf } from "./roleRows";
import { useMapping } from "./useMapping";
import { useRehearsal } from "./useRehearsal";

interface RoleTableProps {
  run: ClusterImport;
  draft: Mapping;
  /** The draft as the center wrote it, with comments. */
  draftText: string;
  report: ImportReport;
}

/** The mapping as a table; a rehearsal makes a new import of it. */
export function RoleTable({ run, draft, draftText, report }: RoleTableProps) {
  const texts = useTexts();
  const { clusterImport } = texts;
  const { mapping, edited, change, discard } = useMapping(run.id, draft);
  const [kind, setKind] = useState<Kind>();
  const [onlyRefused, setOnlyRefused] = useState(false);
  const [adding, setAdding] = useState(false);
  const facts = useMemo(() => factsOf(draft, report), [draft, report]);
  const rows = useMemo(() => rowsOf(mapping, draft, facts), [mapping, draft, facts]);
  const { rehearse, rehearsing, errors, problem, clearErrors } = useRehearsal(run.cluster_id, discard);
  const edit = (next: Mapping) => {
    clearErrors();
    change(next);
  };
  const discardEdits = () => {
    clearErrors();
    discard();
  };
  const refusedOnly = onlyRefused && errors.size > 0;
  const visibleRows = rows.filter((row) => (!kind || row.kind === kind) && (!refusedOnly || errors.has(row.role)));
  const columns = roleColumns({
    texts,
    facts,
    errors,
    set: (line) => change(withLine(mapping, line)),
    remove: (role) => edit(withoutPattern(mapping, role)),
  });
  return (
    <Flex vertical gap={16}>
      <Flex gap={8} wrap>
        <Button onClick={() => setAdding(true)}>{clusterImport.newPattern}</Button>
        <MappingFile
          name={`mapping-${run.cluster}.yaml`}
          text={() => (edited ? writeMapping(mapping) : draftText)}
          load={edit}
        />
      </Flex>
      <ManageSubscriptions mapping={mapping} change={edit} />
      {errors.size > 0 && (
        <Alert
          type="error"
          showIcon
          title={clusterImport.refusedLines(errors.size)}
          description={
            <Checkbox checked={onlyRefused} onChange={({ target }) => setOnlyRefused(target.checked)}>
              {clusterImport.showThem}
            </Checkbox>
          }
        />
      )}
      {problem !== undefined && <ErrorState error={problem} />}
      <LineTable
        rows={visibleRows}
        columns={columns}
        rowKey={({ role, fitting }) => `${fitting === undefined} ${role}`}
        words={({ role, line }) => `${role} ${line.name ?? ""} ${line.main ?? ""}`}
        label={clusterImport.findRole}
        hint={clusterImport.whoHint}
        empty={<EmptyState title={clusterImport.noRoles} hint={clusterImport.noRolesHint} />}
        filters={
          <ListFilter<Kind>
            label={clusterImport.becomes}
            placeholder={clusterImport.anyKind}
            width={180}
            value={kind}
            options={KINDS.map((value) => ({ value, label: clusterImport.kinds[value] }))}
            change={setKind}
          />
        }
      />
      <Flex gap={8} wrap align="center">
        <Button type={edited ? "primary" : "default"} loading={rehearsing} onClick={() => rehearse(mapping, rows)}>
          {clusterImport.rehearse}
        </Button>
        {edited && <Button onClick={discardEdits}>{clusterImport.discard}</Button>}
        {edited && <Tag color="orange">{clusterImport.edited}</Tag>}
        <Typography.Text type="secondary">{clusterImport.rehearseHint}</Typography.Text>
      </Flex>
      {!edited && <StepButtons step="who" />}
      {adding && <NewPattern add={(line) => edit(withPattern(mapping, line))} close={() => setAdding(false)} />}
    </Flex>
  );
}

function ManageSubscriptions({ mapping, change }: { mapping: Mapping; change: (next: Mapping) => void }) {
  const { clusterImport } = useTexts();
  return (
    <div>
      <Checkbox
        checked={mapping.manageSubscriptions}
        onChange={({ target }) => change({ ...mapping, manageSubscriptions: target.checked })}
      >
        {clusterImport.manage}
      </Checkbox>
      <br />
      <Typography.Text type="secondary">{clusterImport.manageHint}</Typography.Text>
    </div>
  );
}
