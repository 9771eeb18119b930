import { useState } from "react";

interface CallState {
  pending: boolean;
  error?: unknown;
}

/** One call to the center that a person starts; `pending`: it is on its way. `onDone` gets its answer. */
export function useCall<V, T>(call: (values: V) => Promise<T>, onDone: (answer: T, values: V) => void) {
  const [state, setState] = useState<CallState>({ pending: false });
  const start = async (values: V) => {
    if (state.pending) return;
    setState({ pending: true });
    try {
      const answer = await call(values);
      setState({ pending: false });
      onDone(answer, values);
    } catch (error) {
      setState({ pending: false, error });
    }
  };
  return { ...state, start: (values: V) => void start(values), reset: () => setState({ pending: false }) };
}
