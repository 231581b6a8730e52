import type { CSSProperties } from "react";

/** How tall each bar becomes at most; the middle moves most, as a voice does. */
const heights = [0.45, 0.75, 1, 0.75, 0.45];

export interface LevelMeterProps {
  /** 0 to 1. */
  readonly level: number;
  /** How likely it is that somebody speaks, 0 to 1. */
  readonly speech: number;
}

/** That one is heard. For the eye only: a screen reader has the words beside it. */
export function LevelMeter({ level, speech }: LevelMeterProps) {
  return (
    <span
      className="level-meter"
      data-testid="voice-level"
      data-level={level.toFixed(2)}
      data-speech={speech >= 0.5}
      aria-hidden="true"
    >
      {heights.map((height, index) => (
        <span key={index} style={{ "--height": Math.max(0.16, height * level) } as CSSProperties} />
      ))}
    </span>
  );
}
