import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, DatePicker, Flex, Typography } from "antd";
import { useId } from "react";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useDebounced } from "../../components/fields/useDebounced";
import { authorityText } from "../../components/rights/AuthorityText";
import { SimulationResult } from "../../components/rights/SimulationResult";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import type { Cell, Field, GrantChanges } from "./matrix";
import { sourceOf, whyPath, wordsOf } from "./matrixWords";

/** What a right means, where it comes from, and a link that says why. */
export function SelectedRight({ cell }: { cell: Cell | undefined }) {
  const texts = useTexts();
  const { giving, matrix } = texts;
  if (!cell) return <Typography.Text type="secondary">{matrix.keys}</Typography.Text>;
  const { person, place, right, authority } = cell;
  const words = wordsOf(texts, cell);
  const why = whyPath(cell);
  return (
    <Flex gap={12} wrap>
      <span>
        <strong>{giving.rights[right]}</strong>: {authorityText(texts, authority, "")} ·{" "}
        <span className="mono">{person.name}</span> · <span className="mono">{place.name}</span> ·{" "}
        {words.length > 0 ? words.join(" · ") : matrix.notHeld}
      </span>
      {why && <Link to={why}>{texts.frame.why}</Link>}
    </Flex>
  );
}

interface PendingChangesProps {
  fields: Field[];
  changes: GrantChanges;
  isToggled: (cell: Cell) => boolean;
  setUntil: (until: number | null) => void;
  save: () => void;
  isSaving: boolean;
  discard: () => void;
}

/** What saving would change, what that opens and takes, and the buttons. */
export function PendingChanges({ fields, changes, isToggled, setUntil, ...actions }: PendingChangesProps) {
  const { general, giving, matrix } = useTexts();
  const untilId = useId();
  const toggled = fields.flatMap(({ cells }) => cells.filter(isToggled));
  const removed = toggled.filter(({ here }) => here).length;
  return (
    <Flex vertical gap={8}>
      <Flex gap={12} wrap align="center">
        <strong aria-live="polite">{matrix.changes(toggled.length - removed, removed)}</strong>
        {toggled.length > removed && (
          <label htmlFor={untilId}>
            {giving.endOfNew}{" "}
            <DatePicker
              id={untilId}
              showTime={{ format: "HH:mm" }}
              format="YYYY-MM-DD HH:mm"
              placeholder={giving.withoutEnd}
              onChange={(at) => setUntil(at?.valueOf() ?? null)}
            />
          </label>
        )}
        <Button type="primary" onClick={actions.save} loading={actions.isSaving}>
          {general.save}
        </Button>
        <Button onClick={actions.discard} disabled={actions.isSaving}>
          {matrix.discard}
        </Button>
      </Flex>
      <ChangesInWords fields={fields} isToggled={isToggled} />
      <Effect changes={changes} />
    </Flex>
  );
}

function ChangesInWords({ fields, isToggled }: Pick<PendingChangesProps, "fields" | "isToggled">) {
  const texts = useTexts();
  const { access, giving, matrix } = texts;
  const lines = fields.flatMap(({ person, place, cells }) =>
    [false, true].flatMap((here) => {
      const toggled = cells.filter((cell) => cell.here === here && isToggled(cell));
      if (toggled.length === 0) return [];
      const rights = access.listed(toggled.map(({ right }) => giving.rights[right] ?? ""));
      const line = (here ? giving.goes : giving.comes)(rights, `${person.name} · ${place.name}`);
      const kept = toggled.flatMap((cell) => cell.others.map((grant) => sourceOf(texts, cell, grant)));
      return [here && kept.length > 0 ? `${line} (${matrix.stays(access.listed([...new Set(kept)]))})` : line];
    }),
  );
  return (
    <div>
      {giving.wouldChange}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** So many changes can be tried at once. */
const MOST_TRIED = 100;

/** Whose decisions would change, as the center answers. */
function Effect({ changes: { grant, change, revoke } }: { changes: GrantChanges }) {
  const { matrix } = useTexts();
  const proposal = {
    grant,
    change: change.map(({ id, authorities }) => ({ id, authorities })),
    revoke: revoke.map(({ id }) => id),
  };
  const current = JSON.stringify(proposal);
  const asked = useDebounced(current);
  const isTooMuch = grant.length + change.length + revoke.length > MOST_TRIED;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["access", "simulated", asked],
    queryFn: ({ signal }) =>
      answer(
        client.POST("/api/v1/access/simulate", {
          signal,
          body: { changes: JSON.parse(asked) as typeof proposal, all: true },
        }),
      ),
    enabled: !isTooMuch,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (isTooMuch) return <Typography.Text type="secondary">{matrix.tooManyToTry(MOST_TRIED)}</Typography.Text>;
  const isOld = isFetching || asked !== current;
  return (
    <div aria-live="polite" aria-busy={isOld} data-testid="effect">
      {error && !isOld && <ErrorState error={error} retry={() => void refetch()} />}
      {data && !error && !isOld && <SimulationResult simulation={data} folded />}
      {isOld && <Typography.Text type="secondary">{matrix.trying}</Typography.Text>}
    </div>
  );
}
