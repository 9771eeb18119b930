import { useMutation } from "@tanstack/react-query";
import { Card, Checkbox, Flex, Typography } from "antd";
import { useState } from "react";
import { asProblem } from "../../api/problem";
import type { Grant } from "../../api/types";
import { useListAddress } from "../../components/lists/useListAddress";
import { useRefresh } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { ErrorState } from "../../components/states/ErrorState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { useTexts } from "../../texts/language";
import { changeGrants } from "./grants";
import { PendingChanges, SelectedRight } from "./MatrixBar";
import { MatrixGrid } from "./MatrixGrid";
import { PeoplePicker, PlacesPicker } from "./MatrixPickers";
import { type Cell, type GrantChanges, grantChanges, RIGHTS, undoing } from "./matrix";
import { MOST_PEOPLE, MOST_PLACES } from "./matrixQueries";
import { type Saved, SavedChange } from "./SavedChange";
import { type MatrixData, useMatrix } from "./useMatrix";

/** What several people hold on several places: press, see what would change, save all at once, undo for a minute.
 * `fixed`: the places, by their keys; without it they are chosen, too. */
export function Matrix({ fixed }: { fixed?: string[] }) {
  const { matrix } = useTexts();
  const data = useMatrix(fixed);
  const address = useListAddress();
  const all = address.get("rights") === "all";
  const { people, places, missing, cut } = data;
  const isEmpty = people.length === 0 || places.length === 0;
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} wrap align="flex-end">
        <PeoplePicker {...data} />
        {!fixed && <PlacesPicker {...data} />}
        <Checkbox checked={all} onChange={({ target }) => address.set({ rights: target.checked ? "all" : undefined })}>
          {matrix.all}
        </Checkbox>
      </Flex>
      <Typography.Text type="secondary">
        {matrix.atMost(MOST_PEOPLE, MOST_PLACES)} {cut > 0 && matrix.cut(cut)} {missing > 0 && matrix.missing(missing)}
      </Typography.Text>
      {data.error !== null && <ErrorState error={data.error} />}
      {isEmpty && data.isPending && data.error === null && <LoadingScreen />}
      {isEmpty && !data.isPending && (
        <EmptyState title={matrix.empty} hint={fixed ? matrix.nobody : matrix.emptyHint} />
      )}
      {!isEmpty && <EditableGrid data={data} all={all} />}
    </Flex>
  );
}

function EditableGrid({ data, all }: { data: MatrixData; all: boolean }) {
  const { people, places, fields } = data;
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [until, setUntil] = useState<number | null>(null);
  const [selected, setSelected] = useState<string>();
  const [saved, setSaved] = useState<Saved>();
  const refresh = useRefresh();
  // Wishes are kept when the grants are read again, even if somebody else has granted the right meanwhile.
  const isToggled = ({ key, here }: Cell) => (wishes.get(key) ?? here) !== here;
  const changes = grantChanges(fields, isToggled, until, Date.now());
  const isChanged = changes.grant.length + changes.change.length + changes.revoke.length > 0;
  const saving = useMutation({
    // The grants as they were are kept: they may be read again before the answer comes.
    mutationFn: ({ sent }: { sent: GrantChanges; before: Grant[] }) => changeGrants(sent),
    onSuccess: async ({ data: result, revision }, { sent, before }) => {
      const clusters = [...new Set(places.flatMap((place) => place.clusters))];
      await refresh();
      setWishes(new Map());
      setSaved({ revision, clusters, undo: undoing(sent, result, before) });
    },
    onError: () => refresh(),
  });
  const toggle = (cell: Cell) => {
    if (!data.isInAddress) data.show({});
    saving.reset();
    setSaved(undefined);
    setWishes(new Map(wishes).set(cell.key, isToggled(cell) === cell.here));
  };
  const cells = fields.flatMap((field) => field.cells);
  return (
    <>
      <Legend />
      <MatrixGrid
        {...{ people, places, fields, all, isToggled, toggle, selected }}
        select={({ key }) => setSelected(key)}
      />
      <Card size="small" className="matrix-bar">
        <Flex vertical gap={8}>
          <SelectedRight cell={cells.find(({ key }) => key === selected)} />
          {saving.isError && <RefusedChange error={saving.error} changes={saving.variables.sent} data={data} />}
          {isChanged && (
            <PendingChanges
              {...{ fields, changes, isToggled, setUntil }}
              save={() => saving.mutate({ sent: changes, before: people.flatMap(({ grants }) => grants) })}
              isSaving={saving.isPending}
              discard={() => {
                setWishes(new Map());
                saving.reset();
              }}
            />
          )}
          {saved && !isChanged && <SavedChange key={saved.undo ? 0 : 1} saved={saved} setSaved={setSaved} />}
        </Flex>
      </Card>
    </>
  );
}

interface RefusedChangeProps {
  error: unknown;
  changes: GrantChanges;
  data: MatrixData;
}

/** Why nothing was saved, and whose right on which place it is about. */
function RefusedChange({ error, changes, data: { people, places } }: RefusedChangeProps) {
  const [kind, number] = String(asProblem(error).extra.item ?? "").split(".");
  const item = changes[kind as keyof GrantChanges]?.[Number(number)];
  const about = item && "id" in item ? people.flatMap(({ grants }) => grants).find(({ id }) => id === item.id) : item;
  const person = people.find(({ role }) => role === about?.role_id);
  const place = places.find(({ type, id }) => type === about?.res_type && id === about.res_id);
  return (
    <>
      {person && place && <strong className="mono">{`${person.name} · ${place.name}`}</strong>}
      <ErrorState error={error} />
    </>
  );
}

const SAMPLES = { here: "", role: " right-beside", inherited: " right-above", added: "", removed: "" };

/** What colours and letters mean. */
function Legend() {
  const { giving, matrix, place } = useTexts();
  const letters = RIGHTS.map((right) => `${place.letters[right]} ${giving.rights[right]}`);
  return (
    <Flex gap="4px 16px" wrap align="center" className="matrix-note">
      {Object.entries(SAMPLES).map(([name, mark]) => (
        <span key={name}>
          <span className={`right right-${name}${mark}`} aria-hidden>
            {place.letters[3]}
          </span>{" "}
          {matrix.legend[name as keyof typeof SAMPLES]}
        </span>
      ))}
      <span>{letters.join(" · ")}</span>
    </Flex>
  );
}
