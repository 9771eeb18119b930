import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type ResourceType, typeNumber } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Matrix } from "./Matrix";
import { keyOf } from "./matrix";
import { placesInQuery } from "./matrixQueries";

/** The matrix of a resource and what lies directly in it, at first with those who have a grant on it. */
export function RightsMatrix({ type, id }: { type: ResourceType; id: number }) {
  const { matrix } = useTexts();
  const key = keyOf(typeNumber(type), id);
  const places = useQuery(placesInQuery(key));
  return (
    <>
      <Link to={`/matrix?at=${key}`}>{matrix.otherPlaces}</Link>
      <QueryView query={places}>{(fixed) => <Matrix fixed={fixed} />}</QueryView>
    </>
  );
}
