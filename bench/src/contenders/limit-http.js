import { request } from "node:http";
import { converseWith } from "./limit.js";

/** The same loop on `node:http`: how much of the limit is `fetch` itself. */
export async function open(options) {
  return converseWith(post, options);
}

function post(url, { headers, body }) {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const sent = request(url, { method: "POST", headers: { ...headers, "content-length": length } });
    sent.once("response", (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`HTTP ${answer.statusCode}`));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
