/** Signing in with OAuth 2.0: the authorization code flow, in a separate window. */

import { describe, expect, test } from "vitest";
import { forms } from "./harness/forms.ts";
import type { Reader } from "./harness/reader.ts";

const { server, host, form, answer } = await forms();

describe("other flows", () => {
  /** Selects a flow and fills in its fields. */
  async function choose(flow: string, fields: Record<string, string>): Promise<Reader> {
    const reader = await form("flows");
    await reader.page.getByRole("combobox", { name: "Flow for oauth" }).selectOption(flow);
    for (const [label, value] of Object.entries(fields)) {
      await reader.page.getByRole("textbox", { name: label, exact: true }).fill(value);
    }
    return reader;
  }
  const token = ({ page }: Reader) =>
    expect.poll(() => page.getByLabel("oauth", { exact: true }).inputValue()).toMatch(/^(?:good|implicit)-token$/);
  const asked = () => server.received.find(({ url }) => url === "/token");

  test("client credentials go to the token endpoint, in the header", async () => {
    const reader = await choose("Client credentials", { "Client ID": "mine", "Client secret": "s3cret" });
    await reader.page.getByRole("button", { name: "Get a token from" }).click();
    await token(reader);
    expect(asked()?.headers.authorization).toBe(`Basic ${btoa("mine:s3cret")}`);
    expect(asked()?.body).toBe("grant_type=client_credentials");
    await answer(reader);
    const { url, body, headers } = server.received.at(-1) ?? {};
    expect(headers?.authorization).toBe("Bearer good-token");
    expect(JSON.stringify([url, body, headers])).not.toContain("s3cret");
  });

  test("a username and password become a token, and aren't stored", async () => {
    const reader = await choose("Password", { Username: "ada", Password: "wrong" });
    const button = reader.page.getByRole("button", { name: "Get a token from" });
    await button.click();
    await reader.page.getByText("invalid_grant").waitFor();
    await reader.page.getByRole("textbox", { name: "Password", exact: true }).fill("lovelace");
    await button.click();
    await token(reader);
    const stored = await reader.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain("lovelace");
    expect(reader.said()).toEqual([expect.stringContaining("400 (Bad Request)")]);
    expect(asked()?.headers.authorization).toBeUndefined();
  });

  test("an expired token is renewed before the request is sent", async () => {
    const reader = await choose("Password", { Username: "ada", Password: "lovelace" });
    const { page } = reader;
    await page.getByRole("button", { name: "Get a token from" }).click();
    await token(reader);
    await answer(reader);
    const renewals = () =>
      server.received.filter(({ url, body }) => url === "/token" && body.includes("refresh_token"));
    expect(renewals().map(({ body }) => body)).toEqual(["grant_type=refresh_token&refresh_token=again"]);
    expect(server.received.at(-1)?.headers.authorization).toBe("Bearer renewed-token");
    expect(await page.getByLabel("oauth", { exact: true }).inputValue()).toBe("renewed-token");
    // The renewed token is still valid.
    await answer(reader);
    expect(renewals().length).toBe(1);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain("again");
    await page.getByRole("checkbox", { name: "Keep until I close this tab" }).check();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).toContain("again");
  });

  test("a device flow shows a code and a link", async () => {
    const reader = await choose("Device authorization", { "Client ID": "mine" });
    await reader.page.getByRole("button", { name: "Sign in at" }).click();
    await reader.page.getByText("WDJB-MJHT").waitFor();
    const link = reader.page.getByRole("link", { name: "https://id.example/device" });
    expect(await link.getAttribute("rel")).toContain("noopener");
    await token(reader);
    expect(await reader.page.getByText("WDJB-MJHT").isVisible()).toBe(false);
  });

  test("the implicit flow returns the token without a token endpoint", async () => {
    const reader = await choose("Implicit", { "Client ID": "mine" });
    await reader.page.getByRole("button", { name: "Sign in at" }).click();
    await token(reader);
    expect(asked()).toBeUndefined();
  });

  test("OpenID Connect: the flows come from the provider, only if the reader asks for them", async () => {
    const reader = await form("flows");
    const { page } = reader;
    await page.getByRole("combobox", { name: "Auth", exact: true }).selectOption({ index: 1 });
    expect(server.received).toEqual([]);
    await page.getByRole("button", { name: "Fetch sign-in options from" }).click();
    await page.getByRole("combobox", { name: "Flow for openid" }).selectOption("Client credentials");
    await page.getByRole("textbox", { name: "Client ID", exact: true }).fill("mine");
    await page.getByRole("textbox", { name: "Client secret", exact: true }).fill("s");
    await page.getByRole("button", { name: "Get a token from" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "openid", exact: true }).inputValue()).toBe("good-token");
    expect(asked()?.body).toContain("scope=openid");
  });

  test("mutual TLS is explained", async () => {
    const { page } = await form("flows");
    await page.getByRole("combobox", { name: "Auth", exact: true }).selectOption({ index: 2 });
    await page.getByText("Requires a client certificate").waitFor();
  });
});

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
