import { announcements } from "../announcements.ts";
import type { Entry } from "../conversation-entry.ts";

export interface AnnouncerProps {
  readonly entries: readonly Entry[];
  /** The gateway reads the answer aloud itself. */
  readonly spoken: boolean;
  /** What there is to say about talking, empty most of the time. */
  readonly voice: string;
}

/** The answer for a screen reader: whole sentences instead of the flicker of single words. */
export function Announcer({ entries, spoken, voice }: AnnouncerProps) {
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="false" data-testid="announcer">
      {voice && <p key={voice}>{voice}</p>}
      {announcements(entries, { spoken }).map((sentence, index) => (
        <p key={`${index} ${sentence}`}>{sentence}</p>
      ))}
    </div>
  );
}
