export type View = "talk" | "home";

export interface ViewTabsProps {
  readonly view: View;
  /** Something in the conversation waits for the person. */
  readonly waiting: boolean;
  readonly onView: (view: View) => void;
}

/** On a phone there is room for one of the two; wider screens show both and hide this. */
export function ViewTabs({ view, waiting, onView }: ViewTabsProps) {
  return (
    <nav className="view-tabs" aria-label="View">
      <button
        type="button"
        aria-current={view === "talk" ? "page" : undefined}
        data-testid="view-talk"
        onClick={() => onView("talk")}
      >
        Talk
        {waiting && view !== "talk" && <span className="badge">approval needed</span>}
      </button>
      <button
        type="button"
        aria-current={view === "home" ? "page" : undefined}
        data-testid="view-home"
        onClick={() => onView("home")}
      >
        Rooms
      </button>
    </nav>
  );
}
