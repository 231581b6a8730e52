export type Theme = "light" | "dark";

const key = "antiphon.theme";

/** The theme this browser was told to use, otherwise the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function restoreTheme(): void {
  const kept = read();
  if (kept === "light" || kept === "dark") document.documentElement.dataset["theme"] = kept;
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts until the page is loaded again.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
