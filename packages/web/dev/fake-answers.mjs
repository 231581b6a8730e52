import { setTimeout as pause } from "node:timers/promises";

const story = `Here is what I would do tonight:

- **Kitchen**: leave the ceiling light at 30 %, so that nobody stumbles.
- **Living room**: close the blinds once the street lamps come on, and let the floor lamp follow.
- **Bedroom**: 19.5 °C is a good temperature for sleeping. I would leave it.

The front door is locked. If you want all of this every evening, say \`good night\` and I will do it in one go. Until then I keep an eye on the battery of the climate sensor, which is at 87 %, and on the heater in the office, which has not answered since this morning.`;

/** What the fake model does with a message; `emit` sends one event, `tool` runs one call. */
export async function answer(message, { emit, tool, approve, home, signal, speed }) {
  const text = message.toLowerCase();
  const say = async (sentence) => {
    for (const piece of sentence.match(/\S+\s*|\s+/g) ?? []) {
      await pause(28 * speed, undefined, { signal });
      emit({ type: "text-delta", text: piece });
    }
    emit({ type: "message", role: "assistant", content: sentence });
  };
  const think = (ms) => pause(ms * speed, undefined, { signal });

  await think(420);
  if (text.includes("unlock")) {
    const call = { id: `call_${Date.now()}`, name: "unlock_door", args: { deviceName: "Front Door" } };
    emit({ type: "tool-call", id: call.id, name: call.name });
    emit({ type: "message", role: "assistant", content: "", toolCalls: [call] });
    const allowed = await approve([{ ...call, needsApproval: true }]);
    if (!allowed.get(call.id)) {
      await tool(call, { ms: 1, run: () => ({ ok: false, message: "The person refused it." }) });
      await think(200);
      return say("All right, the front door stays locked.");
    }
    await tool(call, { ms: 1300, run: () => home.act("9", { action: "unlock" }) });
    await think(250);
    return say("The front door is unlocked.");
  }
  if (text.includes("all") || text.includes("everything")) {
    await say("One moment, I will switch them together.");
    const names = ["Ceiling Light", "Kitchen Light", "Heater"];
    const calls = names.map((deviceName, index) => ({
      id: `call_${Date.now()}_${index}`,
      name: "control_zwave_device",
      args: { deviceName, action: "on" },
    }));
    for (const call of calls) emit({ type: "tool-call", id: call.id, name: call.name });
    const runs = [
      [700, () => home.act("2", { action: "on" })],
      [1100, () => home.act("3", { action: "on" })],
      [2600, () => home.act("11", { action: "on" })],
    ];
    await Promise.all(calls.map((call, index) => tool(call, { ms: runs[index][0], run: runs[index][1] })));
    await think(350);
    return say(
      "The ceiling light and the kitchen light are on. The **heater** in the office did not respond.",
    );
  }
  if (text.includes("break")) {
    emit({ type: "text-delta", text: "Well, " });
    emit({ type: "error", message: "The model stopped answering in the middle of a sentence." });
    return;
  }
  if (text.includes("slow")) {
    const call = { id: `call_${Date.now()}`, name: "search", args: { query: "weather tomorrow in Kyoto" } };
    emit({ type: "tool-call", id: call.id, name: call.name });
    await tool(call, { ms: 60_000, run: () => ({ ok: true, message: "Sunny." }) });
    return say("Sunny.");
  }
  if (text.includes("light") || text.includes("lamp")) {
    const on = !text.includes("off");
    const call = {
      id: `call_${Date.now()}`,
      name: "control_zwave_device",
      args: { deviceName: "Kitchen Light", action: on ? "on" : "off" },
    };
    emit({ type: "tool-call", id: call.id, name: call.name });
    emit({ type: "message", role: "assistant", content: "", toolCalls: [call] });
    await tool(call, { ms: 900, run: () => home.act("3", { action: call.args.action }) });
    await think(300);
    return say(`The kitchen light is ${on ? "on" : "off"}.`);
  }
  return say(story);
}
