//! Resolves imports as bundlers do: from a specifier as written to a file in the site's folder.

use std::sync::LazyLock;

use crate::diag::{self, Hint, misspelled, nearest};
use crate::path::{SourcePath, has_protocol};

use super::aliases::Aliases;
use super::module::{Fault, Kind};
use super::variables::{self, Variables};
use super::{Inner, PACKAGE, Platform, blocks, shims};

/// The modules that docgen provides, and their exports.
pub(super) static BUILTIN: LazyLock<[(&str, &[&str]); 4]> = LazyLock::new(|| {
    [("docgen", &blocks::EXPORTS), ("react", REACT), ("react-dom", REACT_DOM), ("react/jsx-runtime", RUNTIME)]
});

const REACT: &[&str] = &[
    "Activity",
    "Children",
    "Component",
    "Fragment",
    "Profiler",
    "PureComponent",
    "StrictMode",
    "Suspense",
    "ViewTransition",
    "addTransitionType",
    "cache",
    "cacheSignal",
    "cloneElement",
    "createContext",
    "createElement",
    "createRef",
    "default",
    "forwardRef",
    "isValidElement",
    "lazy",
    "memo",
    "startTransition",
    "use",
    "useActionState",
    "useCallback",
    "useContext",
    "useDebugValue",
    "useDeferredValue",
    "useEffect",
    "useEffectEvent",
    "useId",
    "useImperativeHandle",
    "useInsertionEffect",
    "useLayoutEffect",
    "useMemo",
    "useOptimistic",
    "useReducer",
    "useRef",
    "useState",
    "useSyncExternalStore",
    "useTransition",
    "version",
];

const REACT_DOM: &[&str] = &[
    "createPortal",
    "default",
    "flushSync",
    "preconnect",
    "prefetchDNS",
    "preinit",
    "preinitModule",
    "preload",
    "preloadModule",
    "requestFormReset",
    "unstable_batchedUpdates",
    "useFormState",
    "useFormStatus",
    "version",
];

const RUNTIME: &[&str] = &["Fragment", "jsx", "jsxs"];

/// The prefix for the site's folder in imports.
const ROOT: &str = "@site/";

/// The extensions of modules, in the order in which they're tried.
const SCRIPTS: [&str; 6] = ["tsx", "ts", "jsx", "js", "mjs", "mts"];

/// The extensions of images.
const IMAGES: &[&str] = &["apng", "avif", "bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp"];

/// The extensions of binary files other than images.
const ASSETS: &[&str] = &[
    "m4a", "m4v", "mov", "mp3", "mp4", "ogg", "ogv", "otf", "pdf", "ttf", "wav", "webm", "woff", "woff2",
    "zip",
];

/// Returns the name of one of docgen's modules, and its exports.
pub(super) fn builtin_exports(specifier: &str) -> Option<(&'static str, &'static [&'static str])> {
    BUILTIN.iter().find(|(name, _)| *name == specifier).copied()
}

/// The target of an import.
pub(super) enum Target {
    /// A module that docgen provides.
    Builtin,
    /// A file, and how it's imported.
    File(SourcePath, Kind),
}

/// Returns the extensions of files that are imported as their URLs.
pub(super) fn urls() -> impl Iterator<Item = &'static str> {
    IMAGES.iter().chain(ASSETS).copied()
}

/// Whether a path names an image.
pub(crate) fn is_image(path: &SourcePath) -> bool {
    IMAGES.contains(&path.extension().to_ascii_lowercase().as_str())
}

/// Whether a file isn't text that a module can use. Only the existence of such a file matters.
pub(super) fn is_asset(path: &SourcePath) -> bool {
    kind(path) == Some(Kind::Asset) && !path.extension().eq_ignore_ascii_case("svg")
}

/// Returns how a file is imported, based on its extension.
fn kind(path: &SourcePath) -> Option<Kind> {
    let extension = path.extension().to_ascii_lowercase();
    match extension.as_str() {
        "md" | "mdx" => Some(Kind::Markdown),
        "json" | "yaml" | "yml" | "toml" | "csv" => Some(Kind::Data),
        "css" => Some(Kind::Styles),
        other if SCRIPTS.contains(&other) => Some(Kind::Script),
        other if ASSETS.contains(&other) || IMAGES.contains(&other) => Some(Kind::Asset),
        _ => None,
    }
}

/// Whether a specifier can be an alias: it isn't a path, a URL, or one of docgen's modules.
pub(super) fn can_be_alias(specifier: &str) -> bool {
    !specifier.starts_with(['.', '/'])
        && !specifier.starts_with(ROOT)
        && !has_protocol(specifier)
        && builtin_exports(specifier).is_none()
}

/// Returns the file of an alias, or `None` if the specifier isn't an alias.
fn aliased(
    library: &Inner,
    aliases: &Aliases,
    from: &SourcePath,
    written: &str,
    seen: &mut impl FnMut(&SourcePath),
) -> Result<Option<SourcePath>, Fault> {
    let candidates = aliases.candidates(written);
    for path in candidates.paths.iter().filter(|path| !path.starts_with("..")) {
        let found = find(library, &SourcePath::new(path), seen);
        // Any other file contains a package's types or is part of a package.
        let is_own = |path: &SourcePath| {
            !path.as_str().ends_with(".d.ts") && !path.as_str().split('/').any(|part| part == "node_modules")
        };
        if let Some(found) = found.filter(is_own) {
            return Ok(Some(found));
        }
    }
    let is_package = || {
        package(written).is_ok()
            && !library.files.package(written, &Platform::Neutral).is_err_and(|problem| problem.is_missing)
    };
    match candidates.paths.first().filter(|_| candidates.is_named) {
        Some(path) if !is_package() => Err(if path.starts_with("..") {
            leaves(written)
        } else {
            let hint = format!("check the path, and `paths` in `{}`", aliases.config);
            missing(library, from, written, &SourcePath::new(path), &hint)
        }),
        _ => Ok(None),
    }
}

/// Resolves an import of a file. Calls `seen` for each file that docgen looked for, whether or not it exists. `aliases`
/// contains the site's aliases if the import can be an alias.
pub(super) fn resolve(
    library: &Inner,
    aliases: Option<&Aliases>,
    from: &SourcePath,
    specifier: &str,
    mut seen: impl FnMut(&SourcePath),
) -> Result<Target, Fault> {
    if builtin_exports(specifier).is_some() {
        return Ok(Target::Builtin);
    }
    if let Some(path) = shims::find(specifier) {
        return Ok(Target::File(path, Kind::Script));
    }
    if specifier == variables::MODULE {
        return Ok(Target::File(Variables::path(), Kind::Data));
    }
    let (written, query) = specifier.split_once('?').unwrap_or((specifier, ""));
    let alias = match aliases {
        Some(aliases) => aliased(library, aliases, from, written, &mut seen)?,
        None => None,
    };
    let path = match alias {
        Some(path) => path,
        None => match path(from, written)? {
            Some(path) => path,
            None => return package(specifier),
        },
    };
    if !matches!(query, "" | "raw") && !query.starts_with(PARAMETERS) {
        let message = format!("unknown query `?{query}` in the import of `{written}`");
        return Err(Fault::new(message, 0..0).hint("remove it, or use `?raw` to import the file as text"));
    }
    if path.as_str().split('/').any(|part| part.starts_with('.')) {
        let message = format!(
            "can't import `{written}`: files and folders whose names start with a dot often contain secrets"
        );
        return Err(Fault::new(message, 0..0).hint("to publish the content, rename the file or folder"));
    }
    let mut tried = Vec::new();
    let found = find(library, &path, &mut |path| {
        seen(path);
        tried.push(path.clone());
    });
    let Some(found) = found else {
        if let Some(reason) = tried.iter().find_map(|path| library.files.refusal(path)) {
            let message = format!("can't import `{written}`: {reason}");
            return Err(Fault::new(message, 0..0).hint("copy the file into the site's folder"));
        }
        let hint = "check the path, which is relative to the importing file";
        return Err(missing(library, from, written, &path, hint));
    };
    let kind = if query == "raw" { Some(Kind::Raw) } else { kind(&found) };
    match kind {
        Some(Kind::Markdown) if !query.is_empty() => {
            Ok(Target::File(SourcePath::new(format!("{found}?{query}")), Kind::Markdown))
        }
        Some(kind) => Ok(Target::File(found, kind)),
        None if let Some((language, hint)) = compiled(&found) => {
            let message = format!("can't import `{specifier}`: docgen doesn't compile {language}");
            Err(Fault::new(message, 0..0).hint(hint))
        }
        None => Err(Fault::new(
            format!("can't import `{specifier}`: docgen doesn't support this file type"),
            0..0,
        )
        .hint(format!("use `{specifier}?raw` to import the file as text"))),
    }
}

/// The start of the query that contains the parameters of an included Markdown file.
const PARAMETERS: &str = "include&";

/// Returns the specifier of an included Markdown file with these parameters.
pub(crate) fn with_parameters(file: &SourcePath, parameters: &[(String, String)]) -> String {
    let pairs = parameters.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
    match parameters {
        [] => format!("{ROOT}{file}"),
        _ => format!("{ROOT}{file}?{PARAMETERS}{}", pairs.collect::<Vec<_>>().join("&")),
    }
}

fn encode(text: &str) -> percent_encoding::PercentEncode<'_> {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
}

/// Returns the parameters in the path of an included Markdown file.
pub(crate) fn parameters(path: &SourcePath) -> Vec<(String, String)> {
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let pairs = path.as_str().split_once('?').and_then(|(_, query)| query.strip_prefix(PARAMETERS));
    let pairs = pairs.into_iter().flat_map(|pairs| pairs.split('&')).filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (decode(name), decode(value))).collect()
}

/// Returns the path of an included Markdown file without its parameters.
pub(crate) fn without_parameters(path: &SourcePath) -> SourcePath {
    match path.as_str().split_once('?') {
        Some((file, query)) if query.starts_with(PARAMETERS) => SourcePath::new(file),
        _ => path.clone(),
    }
}

/// Returns the language of a style sheet that must first be compiled to CSS, and a hint about how to compile it.
pub(super) fn compiled(path: &SourcePath) -> Option<(&'static str, String)> {
    let (language, program, to) = match path.extension().to_ascii_lowercase().as_str() {
        "scss" | "sass" => ("Sass", "sass", " "),
        "less" => ("Less", "-p less lessc", " "),
        "styl" => ("Stylus", "stylus", " --out "),
        _ => return None,
    };
    let stem = path.as_str().strip_suffix(path.extension())?;
    let css = SourcePath::new(format!("{stem}css"));
    let hint = format!("run `npx {program} {path}{to}{css}`, and import `{}`", css.file_name());
    Some((language, hint))
}

/// Returns the path that a specifier names, or `None` if the specifier is the name of a package.
fn path(from: &SourcePath, written: &str) -> Result<Option<SourcePath>, Fault> {
    if has_protocol(written) && !written.starts_with("node:") {
        let message = format!("can't import the URL `{written}`");
        return Err(
            Fault::new(message, 0..0).hint("save the file in the site's folder, and import that file")
        );
    }
    let from_root = written.strip_prefix(ROOT).or_else(|| written.strip_prefix('/'));
    let is_relative =
        matches!(written, "." | "..") || written.starts_with("./") || written.starts_with("../");
    if from_root.is_none() && !is_relative {
        return Ok(None);
    }
    let whole = match from_root {
        Some(path) => path.to_owned(),
        None => format!("{}/{written}", from.parent()),
    };
    let mut depth = 0_i32;
    for part in whole.split(['/', '\\']) {
        depth += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        if depth < 0 {
            return Err(leaves(written));
        }
    }
    Ok(Some(SourcePath::new(whole)))
}

/// Reports an import of a file outside the site's folder.
fn leaves(written: &str) -> Fault {
    let message = format!("the import `{written}` points outside the site's folder");
    Fault::new(message, 0..0).hint("copy the file into the site's folder")
}

/// Checks the name of an npm package.
fn package(specifier: &str) -> Result<Target, Fault> {
    let fault = |reason: &str| Fault::new(format!("can't import `{specifier}`: {reason}"), 0..0);
    if specifier.starts_with("node:") {
        return Err(fault("it's a Node.js module").hint(NODE_HINT));
    }
    let part_of = |name: &str| specifier.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    if let Some((name, _)) = BUILTIN.iter().find(|(name, _)| part_of(name)) {
        return Err(fault(&format!("docgen's built-in `{name}` doesn't include it")));
    }
    let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~');
    let is_name = |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(is_valid);
    let (names, needed) = specifier.strip_prefix('@').map_or((specifier, 1), |scoped| (scoped, 2));
    if names.split('/').count() >= needed && names.split('/').all(is_name) {
        return Ok(Target::File(SourcePath::new(format!("{PACKAGE}{specifier}")), Kind::Package));
    }
    let hint = "start the path with `./`, `../`, or `@site/` (the site's folder), or add it to `paths` in `tsconfig.json`";
    Err(fault("it's neither a path nor a package name").hint(hint))
}

const NODE_HINT: &str =
    "keep data in a file in the site's folder, and import the file; Node.js modules aren't available";

/// The Node.js modules that can be imported without `node:`.
const NODE: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "crypto",
    "dgram",
    "dns",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "querystring",
    "readline",
    "stream",
    "string_decoder",
    "timers",
    "tls",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "worker_threads",
    "zlib",
];

/// Returns a hint for a package that isn't installed, if the writer probably meant something else.
pub(super) fn meant(specifier: &str) -> Option<Hint> {
    let first = specifier.split('/').next().unwrap_or_default();
    let node = || NODE.contains(&first).then(|| NODE_HINT.into());
    let known = BUILTIN.iter().map(|(name, _)| *name).chain(shims::names()).chain([variables::MODULE]);
    // Many packages have names that start with the name of a known package.
    let known: Vec<&str> = known.collect();
    let near = misspelled(specifier, known.iter().copied());
    near.map(|near| diag::meant(specifier, near, known)).or_else(node)
}

/// Returns the file that a path refers to. The path can omit the extension or `index`.
fn find(library: &Inner, path: &SourcePath, seen: &mut impl FnMut(&SourcePath)) -> Option<SourcePath> {
    let mut exists = |candidate: &SourcePath| {
        seen(candidate);
        library.files.exists(candidate)
    };
    if !path.as_str().is_empty() && exists(path) {
        return Some(path.clone());
    }
    // In TypeScript, an import names the compiled file.
    let compiled = ["js", "jsx", "mjs"].iter().find_map(|extension| {
        let stem = path.as_str().strip_suffix(&format!(".{extension}"))?;
        Some((stem.to_owned(), *extension))
    });
    if let Some((stem, extension)) = compiled {
        let sources: &[&str] = match extension {
            "js" => &["ts", "tsx"],
            "jsx" => &["tsx"],
            _ => &["mts"],
        };
        let candidates = sources.iter().map(|source| SourcePath::new(format!("{stem}.{source}")));
        return { candidates }.find(|candidate| exists(candidate));
    }
    if kind(path).is_some() {
        return None;
    }
    let names = [path.to_string(), format!("{path}/index")];
    let candidates =
        names.iter().flat_map(|name| SCRIPTS.map(|script| SourcePath::new(format!("{name}.{script}"))));
    { candidates }.find(|candidate| exists(candidate))
}

/// Reports an import of a missing file.
fn missing(library: &Inner, from: &SourcePath, written: &str, path: &SourcePath, hint: &str) -> Fault {
    let fault = Fault::new(format!("can't import `{written}`: the file `{path}` doesn't exist"), 0..0);
    match near(library, from, path) {
        Some(near) => {
            let shown = relative(from, &near);
            fault.hint(diag::meant(written, &shown, [&*shown]))
        }
        None => fault.hint(hint),
    }
}

/// Returns the file that the author probably meant when they wrote the path of a missing file: a file in a different
/// folder, a file with a different extension, or a component with a similar name.
pub(super) fn near(library: &Inner, from: &SourcePath, path: &SourcePath) -> Option<SourcePath> {
    // The author might have meant a path relative to any parent folder.
    let parts: Vec<&str> = path.as_str().split('/').collect();
    let beside = from.join_sibling(path.file_name());
    if beside != *path && library.files.exists(&beside) {
        return Some(beside);
    }
    for skipped in 0..parts.len() {
        for above in (0..=skipped).rev() {
            let tail = parts[skipped..].join("/");
            let candidate = SourcePath::new(format!("{}/{tail}", parts[..above].join("/")));
            if candidate != *path && library.files.exists(&candidate) {
                return Some(candidate);
            }
        }
    }
    let stem = path.as_str().strip_suffix(&format!(".{}", path.extension())).unwrap_or(path.as_str());
    let others = ["json", "yaml", "yml", "toml", "csv", "md", "mdx", "css", "svg", "png", "jpg", "webp"];
    let others =
        SCRIPTS.iter().chain(&others).map(|extension| SourcePath::new(format!("{stem}.{extension}")));
    if let Some(other) = { others }.find(|other| library.files.exists(other)) {
        return Some(other);
    }
    let stem_of = |path: &SourcePath| path.stem().to_owned();
    let components: Vec<(String, &SourcePath)> =
        library.components.values().map(|path| (stem_of(path), path)).collect();
    let name = nearest(path.stem(), components.iter().map(|(name, _)| name.as_str()))?;
    components.iter().find(|(stem, _)| stem == name).map(|(_, path)| (*path).clone())
}

/// Returns a file's path relative to another file's folder.
pub(super) fn relative(from: &SourcePath, to: &SourcePath) -> String {
    let folder: Vec<&str> = from.parent().split('/').filter(|part| !part.is_empty()).collect();
    let target: Vec<&str> = to.as_str().split('/').collect();
    let same = folder.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let up = match folder.len() - same {
        0 => "./".to_owned(),
        steps => "../".repeat(steps),
    };
    format!("{up}{}", target[same..].join("/"))
}
