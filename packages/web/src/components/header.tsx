import type { Health } from "../health.ts";
import type { HomeState } from "../live-home.ts";
import { ConnectionState } from "./connection-state.tsx";
import { HealthStatus } from "./health-status.tsx";
import { Icon } from "./icon.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

export interface HeaderProps {
  readonly health: Health | undefined;
  readonly link: HomeState["link"];
  readonly problem: string;
  /** The model of the current run, when it is another than the configured one. */
  readonly model: string | undefined;
  readonly canReset: boolean;
  readonly onReset: () => void;
}

export function Header({ health, link, problem, model, canReset, onReset }: HeaderProps) {
  const name = model || health?.model.name;
  const builtIn = health?.model.offline === true;
  return (
    <header className="header">
      <h1 className="wordmark">Antiphon</h1>
      <ConnectionState link={link} problem={problem} />
      <div className="header-end">
        {name && (
          <span
            className="model-name"
            data-testid="model-name"
            title={builtIn ? "The model in use. It works without a network." : "The model in use"}
          >
            <span className="visually-hidden">Model: </span>
            {builtIn ? `built-in ${name} model` : name}
          </span>
        )}
        <HealthStatus health={health} link={link} />
        {canReset && (
          <button
            type="button"
            className="icon-button"
            aria-label="New conversation"
            title="New conversation"
            data-testid="new-conversation"
            onClick={onReset}
          >
            <Icon name="restart" />
          </button>
        )}
        <ThemeToggle />
      </div>
    </header>
  );
}
