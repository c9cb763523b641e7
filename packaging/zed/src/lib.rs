//! The extension for Zed: starts `docgen lsp`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension};

struct Docgen;

impl Extension for Docgen {
    fn new() -> Self {
        Docgen
    }

    /// Returns the command of the language server: the program in the settings, or the one on the `PATH`.
    fn language_server_command(&mut self, server: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree).ok();
        let own = settings.and_then(|settings| settings.binary).and_then(|binary| binary.path);
        let command = own
            .or_else(|| worktree.which("docgen"))
            .ok_or("`docgen` isn't on the `PATH`; install it, or set `lsp.docgen.binary.path`")?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

register_extension!(Docgen);
