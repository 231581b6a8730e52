export interface Store<State, Action> {
  readonly get: () => State;
  readonly dispatch: (action: Action) => void;
  /** The listener is told at most once per frame, however many events a stream delivers. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface StoreOptions<State, Action> {
  readonly initial: State;
  readonly reducer: (state: State, action: Action) => State;
  /** @default the browser's next frame, the next turn of the event loop elsewhere */
  readonly schedule?: (callback: () => void) => void;
}

export function createStore<State, Action>({
  initial,
  reducer,
  schedule = nextFrame,
}: StoreOptions<State, Action>): Store<State, Action> {
  const listeners = new Set<() => void>();
  let state = initial;
  let scheduled = false;

  function tell() {
    scheduled = false;
    for (const listener of listeners) listener();
  }

  return {
    get: () => state,
    dispatch(action) {
      const next = reducer(state, action);
      if (next === state) return;
      state = next;
      if (!scheduled) schedule(tell);
      scheduled = true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function nextFrame(callback: () => void) {
  if (globalThis.requestAnimationFrame) globalThis.requestAnimationFrame(callback);
  else setTimeout(callback, 0);
}
