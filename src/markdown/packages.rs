//! Converts npm commands to commands for other package managers.
//!
//! Commands without an exact counterpart and other programs' commands don't change.

/// The package managers, in display order.
pub(super) const MANAGERS: [&str; 4] = ["npm", "pnpm", "yarn", "bun"];

/// Converts commands, one per line, to commands for one of the [`MANAGERS`].
pub(super) fn convert(commands: &str, manager: &str) -> String {
    if manager == "npm" {
        return commands.to_owned();
    }
    let line =
        |line: &str| line.split(" && ").map(|part| command(part, manager)).collect::<Vec<_>>().join(" && ");
    commands.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Converts one command.
fn command(command: &str, manager: &str) -> String {
    let prompt = command.len() - command.trim_start_matches([' ', '\t', '$', '>']).len();
    let (prompt, rest) = command.split_at(prompt);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let converted = match words.as_slice() {
        ["npx", rest @ ..] => execute(rest, manager),
        ["npm", "exec" | "x", rest @ ..] => execute(rest, manager),
        ["npm", name, rest @ ..] => npm(name, rest, manager),
        _ => None,
    };
    converted.map_or_else(|| command.to_owned(), |words| format!("{prompt}{}", words.join(" ")))
}

/// Converts `npx`.
fn execute<'w>(words: &[&'w str], manager: &'w str) -> Option<Vec<&'w str>> {
    let words = words.iter().copied().filter(|word| !matches!(*word, "-y" | "--yes" | "--"));
    let program = match manager {
        "bun" => &["bunx"][..],
        "pnpm" => &["pnpm", "dlx"],
        _ => &["yarn", "dlx"],
    };
    Some(program.iter().copied().chain(words).collect())
}

/// Converts an npm command. `words` contains the words after the command's name.
fn npm<'w>(name: &str, words: &[&'w str], manager: &'w str) -> Option<Vec<&'w str>> {
    let is_global = words.iter().any(|word| matches!(*word, "-g" | "--global"));
    let has_packages = words.iter().any(|word| !word.starts_with('-'));
    let scripts = |first: &[&'w str]| {
        let words = words.iter().copied().filter(|word| *word != "--");
        Some([manager].into_iter().chain(first.iter().copied()).chain(words).collect())
    };
    let (first, is_frozen): (&[&str], &str) = match (name, manager) {
        ("ci" | "clean-install", "yarn") => (&["install"], "--immutable"),
        ("ci" | "clean-install", _) => (&["install"], "--frozen-lockfile"),
        ("install" | "i" | "add", "yarn") if is_global => (&["global", "add"], ""),
        ("install" | "i" | "add", _) if has_packages => (&["add"], ""),
        ("install" | "i", _) => (&["install"], ""),
        ("uninstall" | "remove" | "rm" | "un", "yarn") if is_global => (&["global", "remove"], ""),
        ("uninstall" | "remove" | "rm" | "un", _) => (&["remove"], ""),
        ("update" | "upgrade" | "up", "yarn") => (&["up"], ""),
        ("update" | "upgrade" | "up", _) => (&["update"], ""),
        ("run" | "run-script", _) => return scripts(&["run"]),
        ("test" | "t", "bun") => return scripts(&["run", "test"]),
        ("test" | "t", _) => return scripts(&["test"]),
        ("start", "bun") => return scripts(&["run", "start"]),
        ("start", _) => return scripts(&["start"]),
        ("create" | "init", _) if has_packages => return scripts(&["create"]),
        ("init", "pnpm") => (&["init"], ""),
        ("init", _) => return scripts(&["init"]),
        _ => return None,
    };
    let flags = words.iter().filter_map(|word| flag(word, manager)).filter(|word| {
        let is_in_command = match *word {
            "-g" | "--global" => manager == "yarn",
            word => name == "init" && word == "-y",
        };
        !is_in_command
    });
    let frozen = Some(is_frozen).filter(|flag| !flag.is_empty());
    Some([manager].into_iter().chain(first.iter().copied()).chain(flags).chain(frozen).collect())
}

/// Converts a word after a command. If the word isn't needed, returns `None`.
fn flag<'w>(word: &'w str, manager: &str) -> Option<&'w str> {
    match (word, manager) {
        ("-S" | "--save" | "-P" | "--save-prod", _) => None,
        ("--no-package-lock", "pnpm" | "yarn") => Some("--no-lockfile"),
        (_, "pnpm") => Some(word),
        ("--save-dev", _) => Some("--dev"),
        ("--save-exact", _) => Some("--exact"),
        ("--save-optional", _) => Some("--optional"),
        ("--save-peer", _) => Some("--peer"),
        _ => Some(word),
    }
}

#[cfg(test)]
mod tests {
    use super::{MANAGERS, convert};

    #[test]
    fn commands_have_counterparts() {
        for [npm, pnpm, yarn, bun] in [
            ["npm install", "pnpm install", "yarn install", "bun install"],
            [
                "npm i react react-dom@19",
                "pnpm add react react-dom@19",
                "yarn add react react-dom@19",
                "bun add react react-dom@19",
            ],
            [
                "$ npm install --save-dev vite",
                "$ pnpm add --save-dev vite",
                "$ yarn add --dev vite",
                "$ bun add --dev vite",
            ],
            ["npm i -D vite", "pnpm add -D vite", "yarn add -D vite", "bun add -D vite"],
            [
                "npm i --no-package-lock vite",
                "pnpm add --no-lockfile vite",
                "yarn add --no-lockfile vite",
                "bun add --no-package-lock vite",
            ],
            ["npm install --save vite", "pnpm add vite", "yarn add vite", "bun add vite"],
            ["npm i -g serve", "pnpm add -g serve", "yarn global add serve", "bun add -g serve"],
            [
                "npm ci",
                "pnpm install --frozen-lockfile",
                "yarn install --immutable",
                "bun install --frozen-lockfile",
            ],
            ["npm uninstall vite", "pnpm remove vite", "yarn remove vite", "bun remove vite"],
            [
                "npm run build -- --watch",
                "pnpm run build --watch",
                "yarn run build --watch",
                "bun run build --watch",
            ],
            ["npm test", "pnpm test", "yarn test", "bun run test"],
            [
                "npm create vite@latest app -- --template react",
                "pnpm create vite@latest app --template react",
                "yarn create vite@latest app --template react",
                "bun create vite@latest app --template react",
            ],
            ["npm init -y", "pnpm init", "yarn init -y", "bun init -y"],
            ["npx -y serve .", "pnpm dlx serve .", "yarn dlx serve .", "bunx serve ."],
            [
                "cd app && npm install\nnpm start",
                "cd app && pnpm install\npnpm start",
                "cd app && yarn install\nyarn start",
                "cd app && bun install\nbun run start",
            ],
            [
                "# npm install\nnode npm.js",
                "# npm install\nnode npm.js",
                "# npm install\nnode npm.js",
                "# npm install\nnode npm.js",
            ],
            ["npm publish", "npm publish", "npm publish", "npm publish"],
        ] {
            assert_eq!(
                MANAGERS.map(|manager| convert(npm, manager)),
                [npm, pnpm, yarn, bun].map(str::to_owned)
            );
        }
    }
}
