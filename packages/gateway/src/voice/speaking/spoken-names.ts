/** Read letter by letter; an engine would take them for words. */
const spelled = /\b(?:LED|IP|ID|AI|API|URL|USB|MQTT|UUID|CPU|GPU|HTTP|HTTPS|JSON|HTML|PIN|UPS|EV|PV)(s?)\b/g;

/** Addresses, ids and names from programs as they are said. */
export function withSpokenNames(text: string): string {
  return text
    .replace(/\b(?:https?|wss?|ftp|mqtts?|file):\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}*_]/gi, address)
    .replace(/\bwww\.[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}*_]/gi, address)
    .replace(
      /(?<![\w.+-])([\w.+-]{1,64})@((?:[\w-]{1,63}\.){1,8}[a-z]{2,})\b/gi,
      (_, name: string, host: string) => `${dotted(name)} at ${dotted(host)}`,
    )
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "an identifier")
    .replace(/(?<![\w-])[\w-]{20,}(?![\w-])/g, (word) =>
      /[a-z]/i.test(word) && (word.match(/\d/g) ?? []).length > 3 ? "an identifier" : word,
    )
    .replace(/\b[a-z]{2,}(?:[A-Z][a-z]+)+\b/g, (name) =>
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, " ")
    .replace(/\be\.g\.(?:,)?/gi, "for example")
    .replace(/\bi\.e\.(?:,)?/gi, "that is")
    .replace(/\bvs\.(?=\s)/gi, "versus")
    .replace(/\bapprox\.(?=\s)/gi, "about")
    .replace(
      spelled,
      (name, plural: string) =>
        `${name
          .slice(0, name.length - plural.length)
          .split("")
          .join(" ")}${plural && " s"}`,
    );
}

function address(text: string): string {
  const host = /^(?:\w+:\/\/)?(?:[^/@\s]*@)?(?:www\.)?([^/:?#\s]*)/.exec(text)?.[1] ?? "";
  return /^(?:[\p{L}\d-]+\.)+[\p{L}]{2,}$/u.test(host) ? dotted(host) : "a link";
}

function dotted(name: string): string {
  return name.replace(/[._]+/g, (mark) => (mark.includes(".") ? " dot " : " "));
}
