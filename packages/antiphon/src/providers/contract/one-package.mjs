// Started by package-loading.test.ts in a folder where one provider's package is installed.
const [, , entry, chosen, baseUrl, absent] = process.argv;
const { createClient, silentLogger } = await import(entry);
const question = [{ role: "user", content: "Hello?" }];
const options = { apiKey: "test-key", logger: silentLogger, maxRetries: 0 };

const client = await createClient(chosen, { ...options, baseUrl });
const { output } = await client.invoke(question);
const failure = await (await createClient(absent, options)).invoke(question).then(
  () => "no failure",
  (error) => error.message,
);
process.stdout.write(JSON.stringify({ output, failure }));
