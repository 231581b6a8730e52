import { useEffect, useRef } from "react";

/** A function that calls `commit` with the last value once it has not changed for a while. */
export function useSettled<T>(commit: (value: T) => void, ms: number): (value: T) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), ms);
  };
}
