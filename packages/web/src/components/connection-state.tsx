import type { HomeState } from "../live-home.ts";

const words = { connecting: "Connecting", live: "Live", reconnecting: "Reconnecting" } as const;

export function ConnectionState({
  link,
  problem,
}: {
  readonly link: HomeState["link"];
  readonly problem: string;
}) {
  return (
    <span className="connection" role="status" data-testid="connection-state" data-state={link}>
      <span className="connection-dot" aria-hidden="true" />
      {problem ? "Not connected" : words[link]}
      {link !== "live" && !problem && "…"}
    </span>
  );
}
