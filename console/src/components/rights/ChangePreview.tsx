import { useMutation } from "@tanstack/react-query";
import { Button, Flex, Radio } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { useTexts } from "../../texts/language";
import { ErrorState } from "../states/ErrorState";
import { SimulationResult } from "./SimulationResult";

/** Changes to try, as many as the API accepts. */
type Proposal = components["schemas"]["Proposal"];

const DAYS = 90;

/** Before a change: whose decisions would change. `propose` is called when the button is pressed. */
export function ChangePreview({ propose }: { propose: () => Proposal }) {
  const { explain } = useTexts();
  const [onlyUsed, setOnlyUsed] = useState(false);
  const simulation = useMutation({
    mutationFn: (byUse: boolean) =>
      answer(
        client.POST("/api/v1/access/simulate", {
          body: { changes: propose(), ...(byUse ? { usage_days: DAYS, all: false } : { all: true }) },
        }),
      ),
  });
  return (
    <Flex vertical gap={8} data-testid="what-changes">
      <Flex gap={8} wrap align="center">
        <Button onClick={() => simulation.mutate(onlyUsed)} loading={simulation.isPending}>
          {explain.whatChanges}
        </Button>
        <Radio.Group
          size="small"
          optionType="button"
          value={onlyUsed}
          onChange={(event) => {
            setOnlyUsed(event.target.value);
            if (!simulation.isIdle) simulation.mutate(event.target.value);
          }}
          options={[
            { value: false, label: explain.everything },
            { value: true, label: explain.seenUse },
          ]}
        />
      </Flex>
      <div aria-live="polite">
        {simulation.isError && <ErrorState error={simulation.error} />}
        {simulation.isSuccess && (
          <SimulationResult simulation={simulation.data} days={simulation.variables ? DAYS : undefined} />
        )}
      </div>
    </Flex>
  );
}
