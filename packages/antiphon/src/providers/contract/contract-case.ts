import type { ContractProvider } from "./contract-provider.ts";
import type { Feature } from "./features.ts";

/** One rule that every provider keeps. */
export interface ContractCase {
  /** The rule as a sentence. */
  readonly rule: string;
  readonly feature: Feature;
  readonly holds: (provider: ContractProvider) => Promise<void>;
}

/** The cases of one feature, by rule. */
export function cases(
  feature: Feature,
  rules: Readonly<Record<string, ContractCase["holds"]>>,
): readonly ContractCase[] {
  return Object.entries(rules).map(([rule, holds]) => ({ rule, feature, holds }));
}
