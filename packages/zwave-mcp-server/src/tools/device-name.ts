import { z } from "zod";

/** The name of a device in a tool's arguments. */
export const deviceName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200, "must be at most 200 characters")
  .describe(
    'Name of the device as the person says it, with the room when known: "Kitchen/Ceiling Light", "kitchen ceiling light", "the light in the kitchen".',
  );
