export interface EmptyStateProps {
  readonly suggestions: readonly string[];
  readonly onSend: (text: string) => void;
}

export function EmptyState({ suggestions, onSend }: EmptyStateProps) {
  return (
    <div className="empty">
      <p className="greeting">{greeting(new Date().getHours())}</p>
      <p className="empty-lead">Ask about your home, or tell it what to do.</p>
      <ul className="suggestions" aria-label="Suggestions">
        {suggestions.map((text) => (
          <li key={text}>
            <button type="button" data-testid="suggestion" onClick={() => onSend(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function greeting(hour: number): string {
  if (hour < 5 || hour >= 18) return "Good evening.";
  return hour < 12 ? "Good morning." : "Good afternoon.";
}
