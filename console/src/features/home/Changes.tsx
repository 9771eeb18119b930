import { Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { Overview } from "../../api/types";
import { ChangeText } from "../../components/values/ChangeText";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { ReadCard } from "./ListCard";
import { sinceLastLook } from "./lastLook";

type Place = Overview["reads"][number];

const MOST_PLACES = 3;
const SHOWN = 6;

/** The last changes; of an auditor those since it last looked here. Without places: of everything. */
export function Changes({ isAuditor, places }: { isAuditor: boolean; places: Place[] }) {
  const { id } = useSession().user;
  const [since] = useState(() => (isAuditor ? sinceLastLook(id) : undefined));
  const shown = places.length > 0 ? places.slice(0, MOST_PLACES) : [undefined];
  return shown.map((place) => (
    <PlaceChanges key={place ? `${place.res_type} ${place.res_id}` : "all"} place={place} since={since} />
  ));
}

function PlaceChanges({ place, since }: { place: Place | undefined; since: number | undefined }) {
  const { home } = useTexts();
  const where = place && { res_type: place.res_type, res_id: place.res_id };
  const query = { ...where, from_time: since, sort: "-id", limit: SHOWN } as const;
  return (
    <ReadCard
      title={
        <>
          {since ? home.changesSince : home.changes} {since && <Moment at={since} />} {place?.resource}
        </>
      }
      to={where ? `/trail?res_type=${where.res_type}&res_id=${where.res_id}` : "/trail"}
      empty={home.noChanges}
      queryKey={["trail", "home", where, since]}
      read={() => answer(client.GET("/api/v1/trail", { params: { query } }))}
      line={(entry) => (
        <>
          <Typography.Text type="secondary">
            <Moment at={entry.time} />
          </Typography.Text>{" "}
          {entry.actor} <ChangeText entry={entry} />
        </>
      )}
    />
  );
}
