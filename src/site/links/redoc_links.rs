//! Links in the style of other OpenAPI renderers, which show a document as one page: `#tag/Pets`,
//! `#operation/listPets`, and `#section/Errors`.
//!
//! Writers use such links in descriptions. Without this module, the links would be broken in docgen. The links contain
//! names from the document.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::openapi::{OperationRef, anchors, blocks::INTRO};
use crate::path::{RoutePath, decode_path, slugify};
use crate::site::{Locale, SiteApi};

/// The targets of links in this style, by document.
pub(super) struct RedocLinks<'a> {
    apis: &'a [SiteApi],
    names: Vec<OnceLock<Names<'a>>>,
}

/// The names in a document.
struct Names<'a> {
    /// The tags, by the slugs of their names and labels.
    tags: HashMap<String, usize>,
    /// The operations, by ID.
    operations: HashMap<&'a str, OperationRef>,
}

impl<'a> RedocLinks<'a> {
    pub(super) fn new(apis: &'a [SiteApi]) -> Self {
        RedocLinks { apis, names: apis.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Returns the page and the anchor that the fragment of a link refers to.
    pub(super) fn place(
        &self,
        api: &SiteApi,
        hash: &str,
        locale: &Locale,
    ) -> Option<(RoutePath, Option<String>)> {
        let index = self.apis.iter().position(|one| one.id == api.id)?;
        let names = self.names[index].get_or_init(|| Names::of(&self.apis[index]));
        let hash = decode_path(hash);
        let operation = |id: &str| Some(*names.operations.get(id)?);
        let page = |which| Some((api.operation_route(locale, which), None));
        let (kind, name) = match hash.split_once('/') {
            None => return heading(api, &hash, locale),
            // The fragment is `#/components/schemas/Pet` or, as in Swagger UI, `#/Pets/listPets`.
            Some(("", rest)) => match rest.strip_prefix("components/schemas/") {
                Some(name) => ("schema", name),
                None => return page(operation(rest.rsplit('/').next()?)?),
            },
            Some(parts) => parts,
        };
        match kind {
            "operation" => page(operation(name)?),
            "tag" => match name.rsplit_once("/operation/") {
                Some((_, id)) => page(operation(id)?),
                None => {
                    let tag = *names.tags.get(&slugify(name.split('/').next()?))?;
                    Some((api.tag_route(locale, tag), None))
                }
            },
            "section" | "description" => heading(api, name.rsplit('/').next()?, locale),
            "schema" | "model" => {
                let named = |id: &&_| api.api.schemas[**id].name.as_deref() == Some(name);
                let schema = api.api.schemas.named.iter().find(named)?;
                Some((api.schema_route(locale, *schema)?, None))
            }
            _ => None,
        }
    }
}

impl<'a> Names<'a> {
    fn of(api: &'a SiteApi) -> Self {
        let mut tags = HashMap::new();
        let all = || api.api.tags.iter().enumerate();
        let names = all().map(|(at, tag)| (at, &tag.name));
        for (at, name) in names.chain(all().map(|(at, tag)| (at, &tag.label))) {
            tags.entry(slugify(name)).or_insert(at);
        }
        let mut operations = HashMap::new();
        for which in api.api.all_operations() {
            if let Some(id) = api.operation(which).id.as_deref() {
                operations.entry(id).or_insert(which);
            }
        }
        Names { tags, operations }
    }
}

/// Returns the path of the first page and the ID of a heading in the document's own description, which is on that page.
fn heading(api: &SiteApi, name: &str, locale: &Locale) -> Option<(RoutePath, Option<String>)> {
    let text = &api.api[api.api.description?];
    let slug = slugify(name);
    let id = [name, &slug].into_iter().find(|id| text.document.has_anchor(id))?;
    let prefix = anchors::prefix(&text.document, INTRO);
    Some((api.text_route(locale), Some(format!("{prefix}{id}"))))
}
