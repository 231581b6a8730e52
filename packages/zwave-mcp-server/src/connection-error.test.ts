import { expect, test } from "vitest";
import { describeConnectionError } from "./connection-error.ts";

test("the code is said once, whether the message holds it or not", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1883"), { code: "ECONNREFUSED" });
  expect(describeConnectionError(refused)).toBe("connect ECONNREFUSED 127.0.0.1:1883");
  const untrusted = Object.assign(new Error("self-signed certificate"), {
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  expect(describeConnectionError(untrusted)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate");
  expect(describeConnectionError(new AggregateError([refused], ""))).toBe(describeConnectionError(refused));
});

test("what OpenSSL says comes as words on one line", () => {
  const alert = Object.assign(
    new Error("20F0:error:0A00045C:SSL routines:x:y:rec_layer_s3.c:1601:SSL alert\n"),
    {
      code: "ERR_SSL_ALERT",
      reason: "tlsv13 alert certificate required",
    },
  );
  expect(describeConnectionError(alert)).toBe("ERR_SSL_ALERT: tlsv13 alert certificate required");
  expect(describeConnectionError(new Error(""))).toBe("Error");
});
