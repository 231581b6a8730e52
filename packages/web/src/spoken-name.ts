/** `control_zwave_device` and `deviceName` as a person would write them. */
export function spokenName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_\-.]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(" ")
    .replace(/\bzwave\b/g, "Z-Wave");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
