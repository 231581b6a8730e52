import { z } from "zod";

export const transcriptionTopic = "voice/transcription";
export const responseTopic = "voice/ai-response";

/** Marks what we publish, so that no gateway takes another's words for a person's. */
export const ourSource = "antiphon";

/** What was said, as published on `voice/transcription`. */
export const transcriptionSchema = z.object({
  text: z.string().min(1).describe("What was said, without the wake word."),
  conversationId: z.string().describe("Utterances that belong together share it."),
  utteranceId: z.string().describe("The answer carries the same one."),
  durationMs: z.number().int().min(0).describe("How long the sound was."),
  at: z.iso.datetime().describe("When it was understood, in UTC."),
  source: z.literal(ourSource),
});

/** What was answered, as published on `voice/ai-response`. */
export const responseSchema = z.object({
  text: z.string().describe("The answer as it is spoken: plain sentences."),
  question: z.string().describe("What was said."),
  conversationId: z.string(),
  utteranceId: z.string(),
  interrupted: z.boolean().describe("Somebody spoke before it was complete."),
  at: z.iso.datetime().describe("When the answer was complete, in UTC."),
  source: z.literal(ourSource),
});

export type TranscriptionPayload = z.output<typeof transcriptionSchema>;
export type ResponsePayload = z.output<typeof responseSchema>;

/** What others may publish on `voice/transcription`; fields that we do not know are left alone. */
export const incomingSchema = z.object({
  text: z.string("must be a text").trim().max(2_000, "is longer than 2000 characters"),
  conversationId: z
    .string("must be a text")
    .regex(/^[\w-]{1,100}$/, "must be 1 to 100 letters, digits, _ or -")
    .default("mqtt"),
  utteranceId: z.string("must be a text").min(1).max(200, "is longer than 200 characters").optional(),
  source: z.unknown().optional(),
});

export type IncomingTranscription = z.output<typeof incomingSchema>;
