import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { secret, testSpeechToText } from "./contract/contract.ts";
import { scripted, sounds, type FailingDriver, type OpenDriver } from "./contract/contract-driver.ts";
import {
  json,
  startTranscriptionServer,
  type Answer,
  type TranscriptionServer,
} from "./fixtures/transcription-server.ts";
import { OpenAITranscriptions } from "./openai-transcriptions.ts";

async function open(answer: Answer, { timeoutMs }: { timeoutMs?: number } = {}): Promise<OpenDriver> {
  const server = await startTranscriptionServer(answer);
  return {
    speechToText: new OpenAITranscriptions({ baseUrl: server.url, key: secret, timeoutMs }),
    end: () => server.close(),
  };
}

function failing(
  when: string,
  {
    says,
    answer,
    timeoutMs,
  }: { says: RegExp; answer: (response: ServerResponse) => void; timeoutMs?: number },
): FailingDriver {
  const options = timeoutMs === undefined ? {} : { timeoutMs };
  return { when, says, open: () => open((_, response) => answer(response), options) };
}

function refused(status: number, says: RegExp): FailingDriver {
  const error = { message: `Wrong: ${secret}\n    at file.js:1:1`, type: "invalid_request_error" };
  return failing(`an answer with status ${status}`, {
    says,
    answer: (response) => json(response, { error }, status),
  });
}

testSpeechToText({
  label: "OpenAI",
  loadMessages: 0,
  open: async () => {
    const known = await sounds();
    return open(({ samples }, response) => {
      const text = scripted(samples, known);
      if (text === "fatal") response.destroy();
      else if (text !== "slow") json(response, { text });
    });
  },
  failing: [
    refused(400, /refused \(400\)/),
    refused(401, /does not accept the key \(401\)\. .* It says: Wrong: \[key\]/),
    refused(404, /not know the model "whisper-1" \(404\)/),
    refused(429, /asked too often, or its quota is used up \(429\)/),
    refused(500, /failed \(500\)\. Try again later\./),
    failing("a page instead of an answer", {
      says: /is no transcription\. Check its address\.$/,
      answer: (response) => response.end("<!doctype html><p>Hello"),
    }),
    failing("an error as a page", {
      says: /failed \(502\)\. Try again later\.$/,
      answer: (response) => response.writeHead(502).end("<html>Bad gateway"),
    }),
    failing("JSON without a text", {
      says: /no transcription/,
      answer: (response) => json(response, { text: 7 }),
    }),
    failing("an empty answer", { says: /no transcription/, answer: (response) => response.end() }),
    failing("an answer without end", {
      says: /no transcription/,
      answer: (response) => {
        const more = (): void => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
    }),
    failing("silence", { timeoutMs: 300, says: /did not answer within 0\.3 s\.$/, answer: () => {} }),
    failing("an answer that stops in the middle", {
      timeoutMs: 300,
      says: /did not answer within 0\.3 s\.$/,
      answer: (response) => response.write('{"text": "Turn'),
    }),
    failing("a connection that breaks in the middle of the answer", {
      says: /broke off before its answer was complete\.$/,
      answer: (response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write('{"text": "Turn', () => response.destroy());
      },
    }),
    {
      when: "a service that is not there",
      says: /at http:\/\/127\.0\.0\.1:9 cannot be reached \(\w+\)\. Is it running\?$|cannot be reached\. Is it running\?$/,
      open: () => ({
        speechToText: new OpenAITranscriptions({ baseUrl: "http://127.0.0.1:9", key: secret }),
      }),
    },
    ...["", "localhost:8000", "tcp://localhost:10300", `http://me:${secret}@localhost:8000`].map(
      (baseUrl): FailingDriver => ({
        when: `the address ${baseUrl.replace(secret, "with a password") || "of nothing"}`,
        says: /^The address for speech to text is not one\./,
        open: () => ({ speechToText: new OpenAITranscriptions({ baseUrl, key: secret }) }),
      }),
    ),
  ],
});

async function listening(): Promise<TranscriptionServer> {
  const server = await startTranscriptionServer((_, response) => json(response, { text: "Hello." }));
  onTestFinished(() => server.close());
  return server;
}

test("the sound goes out as a WAV with the model and the key", async () => {
  const server = await listening();
  const { light } = await sounds();
  const driver = new OpenAITranscriptions({ baseUrl: server.url, key: secret, model: "large" });
  expect(await driver.transcribe(light)).toBe("Hello.");
  const [request] = server.requests;
  expect(request).toMatchObject({
    path: "/v1/audio/transcriptions",
    authorization: `Bearer ${secret}`,
    model: "large",
    format: "json",
  });
  expect(request?.samples).toHaveLength(light.length);
  expect(request?.samples[5_000]).toBeCloseTo(light[5_000] ?? 0, 3);
});

test("without a key none is sent, and the address may end in /v1 or below a path", async () => {
  const server = await listening();
  const { light } = await sounds();
  for (const tail of ["", "/", "/v1", "/v1/", "/v1/audio/transcriptions", "/speech/v1"])
    await new OpenAITranscriptions({ baseUrl: server.url + tail }).transcribe(light);
  expect(new Set(server.requests.map(({ path }) => path))).toEqual(
    new Set(["/v1/audio/transcriptions", "/speech/v1/audio/transcriptions"]),
  );
  expect(server.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
});

test("silence never leaves the machine", async () => {
  const server = await listening();
  await new OpenAITranscriptions({ baseUrl: server.url }).transcribe(new Float32Array(16_000));
  expect(server.requests).toEqual([]);
});
