import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ErrorState } from "../../components/states/ErrorState";
import { Waiting } from "../../components/states/Waiting";
import { leaveFor, refuse } from "./authorization";

/** Tells an application that asks without a question (`prompt=none`) that nobody is signed in. */
export function SilentRefusal({ request }: { request: string }) {
  const begun = useRef(false);
  const refusing = useMutation({ mutationFn: refuse, onSuccess: leaveFor });
  const { mutate } = refusing;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate(request);
  }, [mutate, request]);
  return refusing.isError ? <ErrorState error={refusing.error} /> : <Waiting />;
}
