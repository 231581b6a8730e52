import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";

export interface HoldOptions {
  readonly onPress: () => void;
  readonly onRelease: () => void;
}

/**
 * Handlers for a button that acts while it is held, by finger, mouse or key. Whatever takes the person away
 * lets go of it. Assistive tools can only click: for them the first click holds and the second lets go.
 */
export function useHold({ onPress, onRelease }: HoldOptions) {
  const held = useRef(false);
  const latest = useRef({ onPress, onRelease });
  latest.current = { onPress, onRelease };

  const press = () => {
    if (held.current) return;
    held.current = true;
    latest.current.onPress();
  };
  const release = useRef(() => {
    if (!held.current) return;
    held.current = false;
    latest.current.onRelease();
  }).current;

  useEffect(() => {
    addEventListener("blur", release);
    document.addEventListener("visibilitychange", release);
    return () => {
      removeEventListener("blur", release);
      document.removeEventListener("visibilitychange", release);
      release();
    };
  }, [release]);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== " " && event.key !== "Enter") return;
      // Neither a click nor scrolling, however long it is held.
      event.preventDefault();
      if (!event.repeat) press();
    },
    onKeyUp(event: KeyboardEvent) {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      release();
    },
    onBlur: release,
    onClick({ detail }: MouseEvent) {
      if (detail > 0) return;
      if (held.current) release();
      else press();
    },
    /** A long touch is no wish for a menu. */
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}
