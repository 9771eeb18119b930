import { useQuery } from "@tanstack/react-query";
import { type ResourceType, typeNumber } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { Matrix } from "./Matrix";
import { keyOf } from "./matrix";
import { placesInQuery } from "./matrixQueries";

/** The matrix of a resource and what lies directly in it, at first with those who have a grant on it. */
export function RightsMatrix({ type, id }: { type: ResourceType; id: number }) {
  const places = useQuery(placesInQuery(keyOf(typeNumber(type), id)));
  return <QueryView query={places}>{(fixed) => <Matrix fixed={fixed} />}</QueryView>;
}
