const paths = {
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M8 8h8v8H8z",
  microphone:
    "M12 3a3 3 0 0 0-3 3v5.500a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.800 11.500a6.200 6.200 0 0 0 12.400 0M12 17.700V21",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M18.400 5.600l-1.100 1.100M6.700 17.300l-1.100 1.100",
  moon: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z",
  check: "M6 12.500l4 4 8-9",
  cross: "M7 7l10 10M17 7L7 17",
  chevron: "M8 10l4 4 4-4",
  restart: "M12 5v14M5 12h14",
  hand: "M12 7v6M12 16.500v.01",
  switch: "M12 4v7M7.500 6.700a7 7 0 1 0 9 0",
  dimmer:
    "M9.500 18h5M10.500 21h3M9 15c0-1.500-2.500-3-2.500-6a5.500 5.500 0 0 1 11 0c0 3-2.500 4.500-2.500 6z",
  sensor: "M12 14V5.500a1.500 1.500 0 0 0-3 0V14a4 4 0 1 0 3 0zM15.500 7H18M15.500 11H18",
  thermostat: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 12l3.500-3.500",
  lock: "M6.500 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3",
  unlocked: "M6.500 11h11v8.500h-11zM9 11V8a3 3 0 0 1 5.800-1",
  cover: "M5 4.500h14M6.500 4.500v11h11v-11M6.500 8.200h11M6.500 11.800h11M12 15.500v4",
} as const;

export type IconName = keyof typeof paths;

/** Decoration only: what an icon means stands in words beside it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
