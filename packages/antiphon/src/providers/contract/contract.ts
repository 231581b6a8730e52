import { test } from "vitest";
import { callCases } from "./call-cases.ts";
import { cancellationCases } from "./cancellation-cases.ts";
import type { ContractCase } from "./contract-case.ts";
import { supports, type ContractProvider } from "./contract-provider.ts";
import { brokenStreamCases } from "./broken-stream-cases.ts";
import { errorCases } from "./error-cases.ts";
import { foreignHistoryCases } from "./foreign-history-cases.ts";
import { healthCases } from "./health-cases.ts";
import { historyCases } from "./history-cases.ts";
import { idCases } from "./id-cases.ts";
import { limitCases } from "./limit-cases.ts";
import { structuredCases } from "./structured-cases.ts";
import { textCases } from "./text-cases.ts";
import { thinkingCases } from "./thinking-cases.ts";
import { usageCases } from "./usage-cases.ts";

export const contractCases: readonly ContractCase[] = [
  ...textCases,
  ...callCases,
  ...idCases,
  ...thinkingCases,
  ...usageCases,
  ...limitCases,
  ...cancellationCases,
  ...errorCases,
  ...brokenStreamCases,
  ...historyCases,
  ...foreignHistoryCases,
  ...structuredCases,
  ...healthCases,
];

/** Holds a provider to the contract: one test for each rule that its protocol can speak of. */
export function testProvider(provider: ContractProvider): void {
  for (const { rule, feature, holds } of contractCases)
    // oxlint-disable-next-line vitest/expect-expect -- each case has its own
    if (supports(provider, feature)) test(`${provider.label}: ${rule}`, () => holds(provider));
}
