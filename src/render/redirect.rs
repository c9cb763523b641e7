//! Redirects: a document and a chunk for each, and the file with rules that some hosts read.

use minijinja::context;

use super::Renderer;
use crate::site::Redirect;

impl Renderer<'_> {
    /// Where a redirect leads.
    pub(super) fn redirect_href(&self, redirect: &Redirect) -> String {
        self.at.href(&redirect.to) + &redirect.hash
    }

    /// A document that leads to another address, for hosts without redirects of their own.
    pub(super) fn redirect_shell(&self, redirect: &Redirect) -> String {
        let site = &self.site.config.site;
        let href = self.redirect_href(redirect);
        let locale = self.site.page(&redirect.to).map_or(0, |page| page.locale);
        let canonical = format!("{}{href}", site.url.as_deref().unwrap_or_default());
        self.templates.render(
            "redirect.html",
            context! { href, canonical, site => context! { title => &site.title, lang => &self.site.locales[locale].lang } },
        )
    }

    /// `_redirects`, a line for each address: what hosts that know it answer without a document in between.
    pub(super) fn redirect_rules(&self) -> String {
        let mut rules = String::new();
        for redirect in &self.site.redirects {
            let (from, to) = (self.at.href(&redirect.from), self.redirect_href(redirect));
            rules.push_str(&format!("{from} {to} 301\n"));
        }
        rules
    }
}
