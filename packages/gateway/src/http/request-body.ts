import type { Context } from "hono";
import type { z } from "zod";
import { HttpProblem } from "./problem.ts";

export interface BodyReaderOptions {
  maxBytes: number;
}

/** Reads the body as the schema describes it; otherwise a problem that names what is wrong. */
export type ReadBody = <T>(context: Context, schema: z.ZodType<T>) => Promise<T>;

/** A body that is too large is not taken in: neither one that says so beforehand nor one that does not. */
export function bodyReader({ maxBytes }: BodyReaderOptions): ReadBody {
  return async (context, schema) => {
    const bytes = await readBytes(context, maxBytes);
    let body: unknown;
    try {
      // Strictly: bytes that are no text must not become a message full of question marks.
      body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      throw new HttpProblem(400, "invalid_json", { message: "The body is not JSON in UTF-8." });
    }
    const { data, error } = schema.safeParse(body);
    if (error) throw new HttpProblem(400, "invalid_request", { message: issuesSentence(error) });
    return data;
  };
}

async function readBytes({ req }: Context, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): HttpProblem =>
    new HttpProblem(413, "body_too_large", { message: `The body is larger than ${maxBytes} bytes.` });
  if (Number(req.header("content-length") ?? 0) > maxBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of req.raw.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const mostIssues = 3;

function issuesSentence({ issues }: z.ZodError): string {
  const sentences = issues.slice(0, mostIssues).map((issue) => {
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys")
      return `${issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(", ")} is not known`;
    return path.length === 0 ? message : `"${path.map(String).join(".")}" ${message}`;
  });
  return `The request is not valid: ${sentences.join("; ")}.`;
}
