import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ErrorState } from "../../components/states/ErrorState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { goToApplication, refuse } from "./authorization";

/** Tells an application that asks without a question (`prompt=none`) that nobody is signed in. */
export function SilentRefusal({ request }: { request: string }) {
  const started = useRef(false);
  const refusal = useMutation({ mutationFn: refuse, onSuccess: goToApplication });
  const { mutate } = refusal;
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    mutate(request);
  }, [mutate, request]);
  return refusal.isError ? <ErrorState error={refusal.error} /> : <LoadingScreen />;
}
