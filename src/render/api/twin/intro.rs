//! The twins of the first page of a document, of a tag and of a schema.

use super::super::inline::code;
use super::super::intro::{flow_key, scheme_words};
use super::Twin;
use crate::openapi::tree::Tree;
use crate::openapi::{Direction, OperationRef, SchemaId, SchemeKind, Server, example};

impl<'a> Twin<'_, 'a> {
    /// The first page, below its title.
    pub(in super::super) fn intro(&mut self) {
        let api = &self.api.api;
        let facts = [
            api.version.as_ref().map(|version| self.words.codes("api_version", &[version.to_string()])),
            api.license.as_ref().map(|license| match &license.url {
                Some(url) => format!("[{}](<{url}>)", license.label()),
                None => license.label().into_owned(),
            }),
            api.contact.as_ref().and_then(|contact| {
                let addresses = [contact.url.as_deref(), contact.email.as_deref()].into_iter().flatten();
                let addresses =
                    addresses.map(|address| format!("<{address}>")).collect::<Vec<_>>().join(", ");
                Some(match (contact.name.as_deref(), &*addresses) {
                    (None, "") => return None,
                    (Some(name), "") => name.to_owned(),
                    (Some(name), addresses) => format!("{name} ({addresses})"),
                    (None, addresses) => addresses.to_owned(),
                })
            }),
            api.own_terms().map(|terms| format!("[{}](<{terms}>)", self.message("api_terms"))),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        self.paragraph(&facts.join(" · "));
        self.paragraph(api.summary.as_deref().unwrap_or_default());
        let described = self.described(api.description);
        self.paragraph(&described);
        if let Some(docs) = &api.external_docs {
            let link = self.more_about(docs);
            self.paragraph(&link);
        }
        self.extra(&api.extra);
        self.servers(2, &api.servers);
        self.schemes();
        if !api.tags.is_empty() {
            let title = self.message("api_operations").to_owned();
            self.heading(2, &title);
            self.tags(0..api.tags.len());
        }
        let webhooks = (0..).map(OperationRef::Webhook).zip(&api.webhooks);
        let loose: Vec<OperationRef> =
            webhooks.filter(|(_, webhook)| webhook.tags.is_empty()).map(|(which, _)| which).collect();
        if !loose.is_empty() {
            let title = self.message("api_webhooks").to_owned();
            self.heading(2, &title);
            self.operations(&loose);
            self.out.push('\n');
        }
    }

    pub(super) fn servers(&mut self, level: usize, servers: &[Server]) {
        if servers.is_empty() {
            return;
        }
        let title = self.message("api_servers").to_owned();
        self.heading(level, &title);
        for server in servers {
            let name = server.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
            let described = self.short(server.description);
            let colon = if described.is_empty() { "" } else { ": " };
            self.item(0, &format!("{}{name}{colon}{described}", code(&server.url)));
            for variable in &server.variables {
                let described = self.short(variable.description);
                let default = variable.default.iter();
                let mut facts: Vec<String> =
                    default.map(|one| self.words.codes("api_default", &[one.to_string()])).collect();
                if !variable.values.is_empty() {
                    let values: Vec<String> = variable.values.iter().map(|value| value.to_string()).collect();
                    let values = self.words.codes("api_plain", &values);
                    facts.push(format!("{} {values}", self.message("api_one_of")));
                }
                let facts = facts.join("; ");
                let said = match (described.is_empty(), facts.is_empty()) {
                    (true, _) => facts,
                    (false, true) => described,
                    (false, false) => format!("{described} ({facts})"),
                };
                let colon = if said.is_empty() { "" } else { ": " };
                self.item(1, &format!("{}{colon}{said}", code(&variable.name)));
            }
        }
        self.out.push('\n');
    }

    fn tags(&mut self, tags: impl IntoIterator<Item = usize>) {
        for index in tags {
            let tag = &self.api.api.tags[index];
            if tag.mark {
                continue;
            }
            let route = self.api.tag_route(self.language, index);
            let link = self.page_link(&tag.label, &route);
            let summary = tag.description.and_then(|text| self.api.api[text].document.summary.as_deref());
            let summary = summary.map_or_else(String::new, |summary| format!(": {summary}"));
            self.item(0, &format!("{link}{summary}"));
        }
        self.out.push('\n');
    }

    fn schemes(&mut self) {
        let api = &self.api.api;
        if api.schemes.is_empty() {
            return;
        }
        let title = self.message("api_authentication").to_owned();
        self.heading(2, &title);
        for scheme in &api.schemes {
            self.heading(3, &scheme.name);
            let mut how = scheme_words(self.words, scheme);
            if scheme.deprecated {
                how = format!("{how} ({})", self.message("api_deprecated"));
            }
            self.paragraph(&how);
            let described = self.described(scheme.description);
            self.paragraph(&described);
            self.extra(&scheme.extra);
            let (flows, metadata) = match &scheme.kind {
                SchemeKind::OAuth2 { flows, metadata_url } => (&flows[..], metadata_url.as_deref()),
                SchemeKind::OpenIdConnect { url } => (&[][..], Some(&**url)),
                _ => continue,
            };
            for flow in flows {
                let title = self.message(&format!("api_flow_{}", flow_key(flow.kind))).to_owned();
                self.item(0, &title);
                for (key, url) in [
                    ("api_authorization_url", &flow.authorization_url),
                    ("api_device_url", &flow.device_authorization_url),
                    ("api_token_url", &flow.token_url),
                    ("api_refresh_url", &flow.refresh_url),
                ] {
                    if let Some(url) = url {
                        let line = self.words.marked(key, &[("value", &format!("<{url}>"))]);
                        self.item(1, &line);
                    }
                }
                for (scope, meaning) in &flow.scopes {
                    self.item(1, &format!("{}: {meaning}", code(scope)));
                }
            }
            if let Some(url) = metadata {
                let line = self.words.marked("api_metadata_url", &[("value", &format!("<{url}>"))]);
                self.item(0, &line);
            }
            self.out.push('\n');
        }
    }

    pub(super) fn page_link(&self, label: &str, route: &crate::path::RoutePath) -> String {
        let file = self.renderer.at.file_href(&self.renderer.at.markdown(route));
        format!("[{label}]({})", self.renderer.absolute(&file))
    }

    /// The page of a tag, below its title.
    pub(in super::super) fn tag(&mut self, index: usize) {
        let tag = &self.api.api.tags[index];
        let described = self.described(tag.description);
        self.paragraph(&described);
        if let Some(docs) = &tag.external_docs {
            let link = self.more_about(docs);
            self.paragraph(&link);
        }
        self.extra(&tag.extra);
        let paths = tag.operations.iter().map(|index| OperationRef::Path(*index));
        let webhooks = tag.webhooks.iter().map(|index| OperationRef::Webhook(*index));
        let all: Vec<OperationRef> = paths.chain(webhooks).collect();
        let tags = &self.api.api.tags;
        let children: Vec<usize> =
            (0..tags.len()).filter(|child| tags[*child].parent == Some(index as u32)).collect();
        if !children.is_empty() {
            let title = self.message("api_groups").to_owned();
            self.heading(2, &title);
            self.tags(children);
        } else if all.is_empty() {
            let none = self.message("category_empty").to_owned();
            self.paragraph(&none);
        }
        if all.is_empty() {
            return;
        }
        let title = self.message("api_operations").to_owned();
        self.heading(2, &title);
        self.operations(&all);
        self.out.push('\n');
    }

    fn operations(&mut self, all: &[OperationRef]) {
        for &which in all {
            let operation = self.api.operation(which);
            let route = self.api.operation_route(self.language, which);
            let link = self.page_link(&operation.title, &route);
            let what = match which {
                OperationRef::Path(_) => format!("{} {}", operation.method, operation.path),
                OperationRef::Webhook(_) => operation.path.to_string(),
            };
            let deprecated = match operation.deprecated {
                true => format!(" ({})", self.message("api_deprecated")),
                false => String::new(),
            };
            self.item(0, &format!("{link} {}{deprecated}", code(&what)));
        }
    }

    /// The page of a schema, below its title.
    pub(in super::super) fn schema(&mut self, schema: SchemaId, tree: &Tree<'a>) {
        if let Some(root) = tree.roots.first() {
            let row = &tree[*root];
            let kind = self.label(&row.facts.label);
            self.paragraph(&kind);
            self.root(tree, row);
        }
        let views = &self.shared.views;
        let value = example::given(views, &schema.into(), Direction::Both).into_iter().next();
        let value = value.unwrap_or_else(|| example::example(views, &schema.into(), Direction::Both).value);
        let title = self.message("api_example_tab").to_owned();
        self.heading(2, &title);
        self.fence("json", &super::super::examples::of_text(value.pretty()).text);
    }
}
