/** docgen in VS Code: starts the language server, and opens previews. */

import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { closePreviews, follow, openPreview } from "./preview.ts";
import { siteOf } from "./site.ts";

const LANGUAGES = ["markdown", "mdx", "toml", "yaml", "json"];

let client: LanguageClient | undefined;

/** Returns the path of docgen. */
const program = (): string => vscode.workspace.getConfiguration("docgen").get<string>("path") || "docgen";

async function start(): Promise<void> {
  const run = { command: program(), args: ["lsp"], transport: TransportKind.stdio };
  const documentSelector = LANGUAGES.map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("docgen", "docgen", run, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `docgen can't be started: ${error instanceof Error ? error.message : String(error)}. Install docgen, or set its path.`,
      "Open Settings",
    );
    if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "docgen.path");
  }
}

async function restart(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
  await start();
}

const siteOfDocument = (document: vscode.TextDocument | undefined): string | null =>
  document?.uri.scheme === "file" ? siteOf(document.uri.fsPath, existsSync) : null;

async function preview(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const site = siteOfDocument(document);
  if (!document || site === null) {
    void vscode.window.showErrorMessage("Open a page of a docgen site first.");
    return;
  }
  try {
    await openPreview(program(), site, document);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function noticeEditor(editor: vscode.TextEditor | undefined): void {
  const site = siteOfDocument(editor?.document);
  void vscode.commands.executeCommand("setContext", "docgen.isInSite", site !== null);
  const isPage = /\.mdx?$/i.test(editor?.document.uri.path ?? "");
  if (editor && site !== null && isPage) follow(site, editor.document);
}

export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  subscriptions.push(
    vscode.commands.registerCommand("docgen.openPreview", preview),
    vscode.commands.registerCommand("docgen.restart", restart),
    vscode.window.onDidChangeActiveTextEditor(noticeEditor),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("docgen.path")) void restart();
    }),
  );
  noticeEditor(vscode.window.activeTextEditor);
  await start();
}

export async function deactivate(): Promise<void> {
  closePreviews();
  await client?.stop();
}
