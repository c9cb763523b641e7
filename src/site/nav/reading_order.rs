//! The pages of a sidebar in reading order.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Crumb, Node, NodeKind};
use crate::path::RoutePath;

/// A page of a sidebar, in reading order.
pub(crate) struct SidebarPage {
    pub route: RoutePath,
    pub label: Arc<str>,
    pub trail: Vec<usize>,
    pub crumbs: Vec<Crumb>,
}

/// Returns the pages of a tree, in reading order. A page that appears more than once is included only at its first
/// position.
pub(crate) fn reading_order(nodes: &[Node]) -> Vec<SidebarPage> {
    let mut pages = Vec::new();
    walk(nodes, &mut Vec::new(), &mut Vec::new(), &mut pages);
    let mut seen = HashSet::new();
    pages.retain(|page| seen.insert(page.route.clone()));
    pages
}

fn walk(nodes: &[Node], trail: &mut Vec<usize>, crumbs: &mut Vec<Crumb>, pages: &mut Vec<SidebarPage>) {
    for (index, node) in nodes.iter().enumerate() {
        trail.push(index);
        let route = match &node.kind {
            NodeKind::Page(route) => Some(route),
            NodeKind::Category(category) => category.route.as_ref(),
            NodeKind::Link(_) | NodeKind::Html(_) => None,
        };
        // An item without a label isn't a breadcrumb.
        let named = !node.label.is_empty();
        if named {
            crumbs.push(Crumb { label: node.label.clone(), route: route.cloned() });
        }
        if let Some(route) = route {
            pages.push(SidebarPage {
                route: route.clone(),
                label: node.label.clone(),
                trail: trail.clone(),
                crumbs: crumbs.clone(),
            });
        }
        if let NodeKind::Category(category) = &node.kind {
            walk(&category.items, trail, crumbs, pages);
        }
        if named {
            crumbs.pop();
        }
        trail.pop();
    }
}
