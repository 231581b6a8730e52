import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createConversation } from "./conversation.ts";
import { createGateway } from "./gateway.ts";
import { createLiveHome } from "./live-home.ts";
import { createMemory } from "./session-memory.ts";
import { restoreTheme } from "./theme.ts";
import { createVoice } from "./voice/voice.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/conversation.css";
import "./styles/tool-card.css";
import "./styles/timeline.css";
import "./styles/home.css";
import "./styles/health.css";
import "./styles/voice.css";

restoreTheme();

// The token of the first address is in a cookie by now; it does not belong into the history.
const address = new URL(location.href);
if (address.searchParams.has("token")) {
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

const gateway = createGateway();
const conversation = createConversation({ gateway, memory: createMemory(tabStorage()) });
const home = createLiveHome({ gateway });
const voice = createVoice({ gateway, conversation });
addEventListener("pagehide", conversation.save);
addEventListener("pagehide", voice.rest);
void conversation.restore();
home.start();

const root = document.getElementById("root");
if (root) createRoot(root).render(<App conversation={conversation} home={home} voice={voice} />);

/** Reading the property alone throws where storage is forbidden. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
