import { useState } from "react";
import { chooseTheme, currentTheme } from "../theme.ts";
import { Icon } from "./icon.tsx";

export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
      data-testid="theme"
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
