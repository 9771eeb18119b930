import { useQuery } from "@tanstack/react-query";
import { Link, useOutletContext, useParams } from "react-router";
import { type ResourceType, typeNumber } from "../../api/types";
import { type ResourceContext, useGrantAccess } from "../../components/rights/useGrantAccess";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Matrix } from "./Matrix";
import { keyOf } from "./matrix";
import { placesInQuery } from "./matrixQueries";

/** The matrix of a resource and what lies directly in it, at first with those who have a grant on it. */
export default function RightsMatrix() {
  const { place } = useTexts();
  const params = useParams();
  const [type, id] = [params.type as ResourceType, Number(params.id)];
  const { mayGive } = useGrantAccess(type, id, useOutletContext<ResourceContext>());
  if (!mayGive) return <EmptyState title={place.noMatrix} />;
  return <AtPlace key={`${type}:${id}`} place={keyOf(typeNumber(type), id)} />;
}

function AtPlace({ place }: { place: string }) {
  const { matrix } = useTexts();
  const places = useQuery(placesInQuery(place));
  return (
    <>
      <Link to={`/matrix?at=${place}`}>{matrix.otherPlaces}</Link>
      <QueryView query={places}>{(fixed) => <Matrix fixed={fixed} />}</QueryView>
    </>
  );
}
