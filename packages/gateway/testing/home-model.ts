import { ScriptedModel, type ScriptedRequest, type ScriptTurn } from "antiphon/testing";

/** What the model does with a person's words: a call, or plain words. */
export type Habit = readonly [
  words: RegExp,
  call: { name: string; args: Record<string, unknown> } | ScriptTurn,
];

/**
 * A model that knows a few sentences: it calls the tool that a sentence stands for and then repeats what the
 * tool said. Everything else it echoes.
 */
export function homeModel(habits: readonly Habit[]): ScriptedModel {
  let calls = 0;
  const turn = ({ messages }: ScriptedRequest): ScriptTurn => {
    const last = messages.at(-1);
    if (last?.type === "tool") return [last.text, { usage: usage(20, 8) }];
    const habit = habits.find(([words]) => words.test(last?.text ?? ""))?.[1];
    if (!habit) return ["You said: ", last?.text ?? "", { usage: usage(10, 4) }];
    if (!("name" in habit)) return habit;
    const args = JSON.stringify(habit.args);
    return [
      { toolCalls: [{ index: 0, id: `call_${++calls}`, name: habit.name, args }] },
      { usage: usage(12, 6) },
    ];
  };
  return new ScriptedModel({ turns: [turn], repeat: true });
}

function usage(input_tokens: number, output_tokens: number) {
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
}
