//! Converts npm packages to modules.

use std::sync::Arc;

use serde_json::json;

use super::compile::defused;
use super::engine::run;
use super::module::{Body, Fault, Import, Unit};
use super::names::{message, package_hint, undefined_name};
use super::reference::CLIENT;
use super::resolve::{builtin_exports, meant};
use super::stack::failed_at;
use super::{Files, INTERNAL, LIMITS, PACKAGE, Package, PackageProblem, Platform};
use crate::diag::Hint;
use crate::script::{Failure, FailureKind, Modules};

/// The name of the export that contains everything that a package exports.
pub(super) const ALL: &str = "all";

/// The function that a package calls at the start and at the end of its code.
pub(super) const LOADING: &str = "loading";

/// Returns the hash of a package that a page uses, or 0 if the package can't be used. A specifier that ends in
/// [`CLIENT`] refers to a package in interactive code.
pub(super) fn hash(files: &dyn Files, specifier: &str) -> u64 {
    let (name, is_client) = match specifier.strip_suffix(CLIENT) {
        Some(name) => (name, true),
        None => (specifier, false),
    };
    let hash = |platform| files.package(name, &platform).map_or(0, |package| package.hash);
    let browser = if is_client { hash(Platform::Browser(Vec::new())).rotate_left(1) } else { 0 };
    hash(Platform::Neutral) ^ browser
}

/// Returns the reason that a package can't be imported.
pub(super) fn refused(specifier: &str, problem: PackageProblem) -> Fault {
    let hint = meant(specifier).filter(|_| problem.is_missing).or(problem.hint.map(Hint::from));
    let message = format!("can't import the package `{specifier}`: {}", problem.reason);
    Fault { hint, ..Fault::new(message, 0..0) }
}

/// Returns the module of a package for browsers. The package's exports are unknown.
pub(super) fn browser_package(specifier: &str, package: &Package) -> Result<Unit, Fault> {
    if let Some(import) = package.imports.iter().find(|import| builtin_exports(import).is_none()) {
        return Err(Fault::new(format!("can't import the package `{specifier}`: {}", needs(import)), 0..0));
    }
    Ok(Unit {
        body: Body::Package(Arc::clone(&package.code)),
        imports: package.imports.iter().map(|specifier| import(specifier)).collect(),
        styles: package.styles.clone(),
        ..Unit::default()
    })
}

fn needs(module: &str) -> String {
    format!("it needs `{module}`, which isn't available in docgen")
}

fn import(specifier: &str) -> Import {
    Import { specifier: specifier.to_owned(), is_whole: true, ..Import::default() }
}

/// Returns the module of a package, with the names that it exports. The module runs once to find these names, because
/// packages often compute their exports.
pub(super) fn package(files: &dyn Files, specifier: &str, package: &Package) -> Unit {
    let code = defused(&package.code, None);
    let code: Arc<str> = format!(
        "import {{ {LOADING} as docgenLoading }} from \"{INTERNAL}\"; docgenLoading(true);\n\
         {code}\ndocgenLoading(false);\n"
    )
    .into();
    let unit = Unit { styles: package.styles.clone(), ..Unit::default() };
    match exports(files, specifier, &code, &package.imports) {
        Ok(exports) => Unit {
            exports,
            imports: package.imports.iter().map(|specifier| import(specifier)).collect(),
            body: Body::Package(code),
            ..unit
        },
        Err(fault) => Unit {
            faults: vec![Fault {
                message: format!("can't import the package `{specifier}`: {}", fault.message),
                ..fault
            }],
            ..unit
        },
    }
}

/// Returns the names that a package exports and that code can import.
fn exports(
    files: &dyn Files,
    specifier: &str,
    code: &Arc<str>,
    imports: &[String],
) -> Result<Vec<String>, Fault> {
    let mut modules = Modules { main: "main".into(), ..Modules::default() };
    for import in imports {
        let (name, names) = builtin_exports(import).ok_or_else(|| Fault::new(needs(import), 0..0))?;
        modules.builtin.insert(name, names.iter().copied().collect());
    }
    modules.builtin.insert(INTERNAL, [LOADING].into());
    let name = format!("{PACKAGE}{specifier}");
    modules.code.insert(name.as_str().into(), Arc::clone(code));
    let name = serde_json::Value::String(name);
    let main = format!(
        "import {{ {ALL} }} from {name};\n\
         const isName = (name) => /^[A-Za-z_$][\\w$]*$/.test(name);\n\
         export default () => Object.keys({ALL}).filter(isName).join();\n"
    );
    modules.code.insert("main".into(), main.into());
    let input = json!({
        "page": {}, "site": {}, "locale": "en", "buildTime": null, "prefix": "", "trace": false, "stubs": [],
    });
    match run(modules, &input.to_string(), LIMITS.steps).result {
        Ok(names) => Ok(names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()),
        Err(failure) => Err(unloadable(files, specifier, &failure)),
    }
}

/// Describes why a package can't be loaded.
fn unloadable(files: &dyn Files, specifier: &str, Failure { kind, thrown, .. }: &Failure) -> Fault {
    let reason = match kind {
        FailureKind::Steps => "it takes too long to load".to_owned(),
        FailureKind::Memory => "it needs too much memory".to_owned(),
        FailureKind::Waits => "it waits for something that never happens".to_owned(),
        FailureKind::Threw => {
            let place = failed_at(files, specifier, &thrown.stack);
            format!("it failed to load: {}{place}", message(thrown))
        }
    };
    let fault = Fault::new(reason, 0..0);
    if undefined_name(thrown).is_some() { fault.hint(package_hint(thrown)) } else { fault }
}
