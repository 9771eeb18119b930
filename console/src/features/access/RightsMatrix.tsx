import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Card, DatePicker, Flex, Form, Radio, Typography } from "antd";
import { useMemo, useState } from "react";
import { useOutletContext, useParams } from "react-router";
import { authoritiesQuery } from "../../api/sharedQueries";
import { type ResourceType, typeNumber } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { RolePicker } from "../../components/fields/pickers";
import { useRefresh } from "../../components/page/useChange";
import { authorityText } from "../../components/rights/AuthorityText";
import { type ResourceContext, useGrantAccess } from "../../components/rights/useGrantAccess";
import { EmptyState } from "../../components/states/EmptyState";
import { ErrorState } from "../../components/states/ErrorState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { useTexts } from "../../texts/language";
import { changeGrants, roleGrants } from "./grants";
import { MatrixTable } from "./MatrixTable";
import { grantChanges, keyOfCell, matrixRows, type Place, type Row, tickedCells } from "./matrix";
import { placesAround } from "./matrixPlaces";

/** The rights of one user or role on a resource, above and below it: tick, see what would change, save all at once. */
export default function RightsMatrix() {
  const params = useParams();
  const type = params.type as ResourceType;
  const id = Number(params.id);
  const { mayGive } = useGrantAccess(type, id, useOutletContext<ResourceContext>());
  const { place } = useTexts();
  return mayGive ? <Matrix type={type} id={id} /> : <EmptyState title={place.noMatrix} />;
}

function Matrix({ type, id }: { type: ResourceType; id: number }) {
  const { access, general, giving } = useTexts();
  const [to, setTo] = useState<"user" | "role">("user");
  const [role, setRole] = useState<number>();
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [until, setUntil] = useState<number | null>(null);
  const [revision, setRevision] = useState<number | null>(null);
  const matrix = useMatrix(type, id, role);
  const refresh = useRefresh();
  // Ticks are kept when the grants are read again, even if somebody else has granted the right meanwhile.
  const grantedCells = useMemo(() => tickedCells(matrix?.rows ?? []), [matrix]);
  const toggled = useMemo(
    () => new Set([...wishes.keys()].filter((cell) => wishes.get(cell) !== grantedCells.has(cell))),
    [wishes, grantedCells],
  );
  const changes = useMemo(
    () => matrix && role !== undefined && grantChanges(role, matrix.rows, matrix.grants, toggled, until, Date.now()),
    [matrix, role, toggled, until],
  );
  const saving = useMutation({
    mutationFn: async () => changes && (await changeGrants(changes)).revision,
    onSuccess: (newRevision) => {
      setRevision(newRevision || null);
      setWishes(new Map());
      return refresh();
    },
  });
  const selectRole = (next: number | undefined) => {
    setRole(next);
    setWishes(new Map());
  };
  return (
    <Card title={giving.matrix} data-testid="matrix">
      <Flex vertical gap={16}>
        {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
        <Flex gap={12} wrap align="center">
          <Radio.Group
            value={to}
            onChange={(event) => {
              setTo(event.target.value);
              selectRole(undefined);
            }}
            options={[
              { value: "user", label: access.toUser },
              { value: "role", label: access.toRole },
            ]}
          />
          <div style={{ minWidth: 280 }}>
            <RolePicker
              key={to}
              aria-label={to === "user" ? access.toUser : access.toRole}
              personal={to === "user"}
              value={role}
              onChange={selectRole}
            />
          </div>
        </Flex>
        {role === undefined && <Typography.Text type="secondary">{giving.chooseFirst}</Typography.Text>}
        {role !== undefined && !matrix && <LoadingScreen />}
        {role !== undefined && matrix && (
          <>
            <MatrixTable
              rows={matrix.rows}
              current={matrix.current}
              toggled={toggled}
              toggle={(cell) => setWishes(new Map(wishes).set(cell, toggled.has(cell) === grantedCells.has(cell)))}
            />
            <Form.Item label={giving.endOfNew} style={{ margin: 0 }} htmlFor="matrix-until">
              <DatePicker
                id="matrix-until"
                showTime={{ format: "HH:mm" }}
                format="YYYY-MM-DD HH:mm"
                placeholder={giving.withoutEnd}
                onChange={(at) => setUntil(at?.valueOf() ?? null)}
              />
            </Form.Item>
            <MatrixChanges rows={matrix.rows} toggled={toggled} />
          </>
        )}
        {saving.isError && <ErrorState error={saving.error} />}
        {role !== undefined && (
          <div>
            <Button
              type="primary"
              disabled={toggled.size === 0}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              {general.save}
            </Button>
          </div>
        )}
      </Flex>
    </Card>
  );
}

/** What saving would change, in words. */
function MatrixChanges({ rows, toggled }: { rows: Row[]; toggled: ReadonlySet<string> }) {
  const texts = useTexts();
  const { giving } = texts;
  const lines = rows.flatMap(({ place, cells }) =>
    cells
      .filter((cell) => cell !== null && toggled.has(keyOfCell(place, cell.authority)))
      .map((cell) => {
        const authority = authorityText(texts, cell?.authority ?? 0, "");
        const line = cell?.here ? giving.goes(authority, place.name) : giving.comes(authority, place.name);
        return cell?.here && cell.inherited ? `${line} (${giving.stays(cell.inherited)})` : line;
      }),
  );
  if (lines.length === 0) return <Typography.Text type="secondary">{giving.nothingChanges}</Typography.Text>;
  return (
    <div>
      <Typography.Text strong>{giving.wouldChange}</Typography.Text>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function useMatrix(type: ResourceType, id: number, role: number | undefined) {
  const dictionary = useQuery(authoritiesQuery).data;
  const places = useQuery({ queryKey: ["matrix", "places", type, id], queryFn: () => placesAround(type, id) }).data;
  const grants = useQuery({
    queryKey: ["grants", "matrix", role],
    queryFn: () => roleGrants(role ?? 0),
    enabled: role !== undefined,
  }).data;
  return useMemo(() => {
    if (!dictionary || !places || !grants) return undefined;
    const current = places.findIndex((place) => place.type === typeNumber(type) && place.id === id);
    const higher = (place: Place) => places.slice(0, current + 1).filter((candidate) => candidate.type < place.type);
    return { current, grants, rows: matrixRows(dictionary, grants, places, higher, Date.now()) };
  }, [dictionary, places, grants, type, id]);
}
