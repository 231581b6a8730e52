import { announcements } from "../announcements.ts";
import type { Entry } from "../conversation-entry.ts";

/** The answer for a screen reader: whole sentences instead of the flicker of single words. */
export function Announcer({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="false" data-testid="announcer">
      {announcements(entries).map((sentence, index) => (
        <p key={`${index} ${sentence}`}>{sentence}</p>
      ))}
    </div>
  );
}
