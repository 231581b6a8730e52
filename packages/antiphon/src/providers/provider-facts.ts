/** What errors, traces and health checks say of a provider. */
export interface ProviderFacts {
  /** For people: "OpenAI". */
  readonly label: string;
  readonly model: string;
  readonly baseUrl: string;
  /** The environment variable that holds the key. */
  readonly keyName?: string;
  /** What to run to get a model that is not there. */
  readonly fetchModel?: (model: string) => string;
  /** What to do when nobody answers. */
  readonly start?: string;
}
