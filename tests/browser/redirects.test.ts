/** Which secrets a redirecting server receives, and which secrets the target of the redirect receives. */

import { describe, expect, test } from "vitest";
import { forms } from "./harness/forms.ts";
import type { Reader } from "./harness/reader.ts";

const { server, other, form, send, answer } = await forms();

const STATUSES = [301, 302, 303, 307, 308];
const SECRET = "top-secret";

/** Types the secret into every field of the form. */
async function confide({ page }: Reader): Promise<void> {
  for (const name of ["key", "Password", "X-Key"]) {
    const field = page.getByLabel(name, { exact: true });
    if ((await field.count()) > 0) await field.fill(SECRET);
  }
}

const refused = ({ page }: Reader) =>
  page.getByText(
    `The server redirected the request. docgen doesn't follow redirects, so your credentials and data stay with ${server.url}.`,
  );

describe.each(["header", "query", "bearer", "basic", "token", "openid", "parameter", "body"])(
  "a secret as %s",
  (kind) => {
    test.each(["away", "within"])("isn't redirected: %s", async (where) => {
      const reader = await form(`${where}-${kind}`);
      await confide(reader);
      for (const status of STATUSES) {
        await reader.page.getByLabel("status", { exact: true }).fill(String(status));
        server.received.length = 0;
        await send(reader);
        await expect.poll(() => server.received.length).toBeGreaterThan(0);
        await reader.page.getByRole("button", { name: "Send API request" }).waitFor();
        expect(other.received, `${kind} after ${status}`).toEqual([]);
        expect(server.received.map(({ url }) => new URL(url, server.url).pathname)).toEqual(["/moved"]);
        const [sent] = server.received;
        const secret = kind === "basic" ? Buffer.from(`:${SECRET}`).toString("base64") : SECRET;
        expect(JSON.stringify(sent)).toContain(secret);
        await refused(reader).waitFor();
      }
    });
  },
);

test.each(["away", "within"])("a request without secrets is redirected: %s", async (where) => {
  const reader = await form(`${where}-nothing`);
  for (const status of STATUSES) {
    await reader.page.getByLabel("status", { exact: true }).fill(String(status));
    const panel = await answer(reader);
    await panel.getByText("Redirected from").waitFor();
  }
  expect((where === "away" ? other : server).received.filter(({ url }) => url.startsWith("/json")).length).toBe(
    STATUSES.length,
  );
});

test("a code is exchanged only at the URL in the document", async () => {
  const reader = await form("exchanged");
  const { page } = reader;
  await page.getByLabel("Client ID").fill("mine");
  await page.getByRole("button", { name: "Sign in at" }).click();
  await page.getByText("Couldn't fetch the token: the server redirected the request").waitFor();
  expect(server.received.some(({ url, body }) => url.startsWith("/moved") && body.includes("code=the-code"))).toBe(
    true,
  );
  expect(other.received).toEqual([]);
});

test("a secret is sent only to the origin that it was typed for", async () => {
  const reader = await form("order");
  const { page } = reader;
  await page.getByLabel("token", { exact: true }).fill(SECRET);
  await page.getByLabel("id", { exact: true }).fill("a");
  await page.getByLabel("limit", { exact: true }).fill("1");
  const base = page.getByRole("combobox", { name: "Base URL" });
  await base.selectOption({ index: 1 });
  await answer(reader);
  await base.selectOption("own");
  await page.getByRole("textbox", { name: "Custom URL" }).fill(`${other.url}/typed`);
  await answer(reader);
  expect(other.received.length).toBe(2);
  expect(JSON.stringify(other.received)).not.toContain(SECRET);
  await base.selectOption({ index: 0 });
  await answer(reader);
  expect(server.received.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`);
});
