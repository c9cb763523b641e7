/** Signing in with OAuth 2.0: the authorization code flow, in a separate window. */

import { describe, expect, test } from "vitest";
import { forms } from "./harness/forms.ts";
import type { Reader } from "./harness/reader.ts";

const { server, host, form, answer } = await forms();

describe("OAuth", () => {
  async function signIn(reader: Reader, client: string) {
    const { page } = reader;
    await page.getByLabel("Client ID").fill(client);
    const popup = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Sign in at" }).click();
    return popup;
  }

  test("a code with its proof becomes a token, in a window that closes itself", async () => {
    const reader = await form("signed");
    const { page } = reader;
    expect(await page.getByText(`${host.url}/_docgen/oauth.html`).isVisible()).toBe(true);
    await page.getByText("Scopes (1 selected)").click();
    await page.getByRole("checkbox", { name: "write" }).check();
    const popup = await signIn(reader, "mine");
    if (!popup.isClosed()) await popup.waitForEvent("close");
    await expect.poll(() => page.getByLabel("oauth", { exact: true }).inputValue()).toBe("good-token");
    await page.getByText("valid for about 60 min").waitFor();
    const asked = new URL(server.received.find(({ url }) => url.startsWith("/authorize"))?.url ?? "", server.url);
    expect(asked.searchParams.get("scope")).toBe("read write");
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    const redeemed = server.received.find(({ url }) => url === "/token");
    expect(redeemed?.headers.cookie).toBeUndefined();
    expect(redeemed?.headers.referer).toBeUndefined();
    await answer(reader);
    expect(server.received.at(-1)?.headers.authorization).toBe("Bearer good-token");
  });

  test("a refusal is reported", async () => {
    const reader = await form("signed");
    await signIn(reader, "denied");
    await reader.page.getByText("The server didn't issue a token: access_denied").waitFor();
  });

  test("a response to another request is ignored", async () => {
    const reader = await form("signed");
    const { page } = reader;
    const popup = await signIn(reader, "forged");
    if (!popup.isClosed()) await popup.waitForEvent("close");
    expect(await page.getByRole("button", { name: "Waiting for the other window" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Canceled.").waitFor();
    expect(server.received.some(({ url }) => url === "/token")).toBe(false);
  });

  test("the window can't access the page that opened it", async () => {
    const reader = await form("signed");
    const popup = await signIn(reader, "stay");
    await popup.getByText("Sign in").waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
  });
});
