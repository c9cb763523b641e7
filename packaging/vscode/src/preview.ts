/** The preview of a site beside the editor. The page and the editor scroll together. */

import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { type Server, serve } from "./server.ts";
import { End, editorLine, pageLine, pageOf, pathIn, previewHtml, reportIn, Turns } from "./site.ts";

const previews = new Map<string, Preview>();

/** Returns the URL of a local server for the browser. VS Code can run on another computer, which forwards the port. */
const reach = async (url: string): Promise<string> =>
  (await vscode.env.asExternalUri(vscode.Uri.parse(url))).toString(true);

/** Shows the page of a document beside it. */
export async function openPreview(program: string, site: string, document: vscode.TextDocument): Promise<void> {
  const known = previews.get(site);
  if (known) {
    known.show(document);
    known.reveal();
    return;
  }
  const progress = { location: vscode.ProgressLocation.Window, title: "docgen serve" };
  const server = await vscode.window.withProgress(progress, () =>
    serve(program, site, reach, () => previews.get(site)?.close()),
  );
  previews.set(site, new Preview(site, server, document));
}

/** Shows the page of a document in the open preview of its site. */
export const follow = (site: string, document: vscode.TextDocument): void => previews.get(site)?.show(document);

/** Closes all previews. */
export function closePreviews(): void {
  for (const preview of previews.values()) preview.close();
}

class Preview {
  private readonly panel: vscode.WebviewPanel;
  private readonly listeners: vscode.Disposable[] = [];
  private readonly editor = new Turns();
  private readonly page = new Turns();
  private readonly end = new End();
  private readonly site: string;
  private readonly server: Server;
  private file: string;

  constructor(site: string, server: Server, document: vscode.TextDocument) {
    this.site = site;
    this.server = server;
    this.file = pathIn(site, document.uri.fsPath);
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, retainContextWhenHidden: true };
    this.panel = vscode.window.createWebviewPanel("docgen.preview", path.basename(site), column, options);
    const url = pageOf(server.address, this.file);
    this.panel.webview.html = previewHtml(url, new URL(server.address).origin, randomBytes(16).toString("hex"));
    this.panel.webview.onDidReceiveMessage((message) => void this.hear(message), this, this.listeners);
    this.panel.onDidDispose(() => this.stop());
    vscode.window.onDidChangeTextEditorVisibleRanges(
      ({ textEditor }) => {
        if (this.isShown(textEditor.document) && this.editor.isOwn()) this.scroll(textEditor);
      },
      this,
      this.listeners,
    );
  }

  /** Shows the page of another document. */
  show(document: vscode.TextDocument): void {
    const file = pathIn(this.site, document.uri.fsPath);
    if (file === this.file) return;
    this.file = file;
    void this.panel.webview.postMessage({ url: pageOf(this.server.address, file) });
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  close(): void {
    this.panel.dispose();
  }

  private stop(): void {
    previews.delete(this.site);
    this.server.stop();
    for (const listener of this.listeners) listener.dispose();
  }

  private isShown(document: vscode.TextDocument): boolean {
    return pathIn(this.site, document.uri.fsPath) === this.file;
  }

  private scroll({ document, visibleRanges }: vscode.TextEditor): void {
    const line = pageLine(visibleRanges[0]?.start.line ?? 0);
    const end = pageLine(this.end.of(visibleRanges, document.lineCount));
    this.page.follow();
    void this.panel.webview.postMessage({ docgen: "scroll", line, end });
  }

  private async hear(message: unknown): Promise<void> {
    const report = reportIn(message);
    if (!report) return;
    const uri = vscode.Uri.file(path.join(this.site, report.file));
    if (report.docgen === "edit") {
      const editor = await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
      const line = editorLine(report.line, editor.document.lineCount);
      editor.selection = new vscode.Selection(line, 0, line, 0);
      editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      return;
    }
    if (report.file !== this.file || !this.page.isOwn()) return;
    for (const editor of vscode.window.visibleTextEditors.filter(({ document }) => this.isShown(document))) {
      const { lineCount } = editor.document;
      const end = this.end.of(editor.visibleRanges, lineCount);
      const line = report.isEnd ? end : Math.min(editorLine(report.line, lineCount), end);
      this.editor.follow();
      editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
    }
  }
}
