//! Provides the icons that pages can use: images and Lucide icons. The theme's build collects the names and drawings of
//! the Lucide icons.
//!
//! The binary contains the icons as one deflate stream, which is inflated when the first page uses an icon.

use std::fmt;
use std::io::Read as _;
use std::sync::OnceLock;

use flate2::read::DeflateDecoder;

use crate::diag::{Hint, did_you_mean};

/// A list with one line for each icon name, sorted by name. A line contains the name, a tab, and the elements inside
/// `<svg>`. For an alias, the line contains the alias, `=`, and the icon's name.
const LIST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dist-engine-icons.txt.deflate"));

/// An icon.
#[derive(Clone, Copy, PartialEq)]
pub enum Icon {
    /// A Lucide icon. The value is the index of the icon's line.
    Drawn(u16),
    /// An image, as an index into [`Metadata::images`](super::Metadata::images).
    Image(u32),
}

impl Icon {
    /// Returns the icon with this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        let lines = lines();
        let at = lines.binary_search_by(|line| name_of(line).cmp(name)).ok()?;
        match lines[at][name_of(lines[at]).len()..].strip_prefix('=') {
            Some(other) => Icon::find(other),
            None => u16::try_from(at).ok().map(Icon::Drawn),
        }
    }

    /// Returns a hint for an unknown name.
    pub(super) fn hint(name: &str) -> Hint {
        let near = did_you_mean(&name.to_ascii_lowercase(), lines().iter().map(|line| name_of(line)));
        near.map(|hint| hint.replacing(name))
            .unwrap_or_else(|| "use an icon name from https://lucide.dev/icons".into())
    }

    /// Whether an attribute contains the path or URL of an image instead of an icon name.
    pub(super) fn is_image(value: &str) -> bool {
        value.contains(['/', '.'])
    }

    /// Returns the elements inside `<svg>`, for a view box of 24 by 24 units. For an image, returns an empty string.
    pub(crate) fn elements(self) -> &'static str {
        self.line().and_then(|line| line.split_once('\t')).map_or("", |(_, svg)| svg)
    }

    fn line(self) -> Option<&'static str> {
        match self {
            Icon::Drawn(at) => lines().get(at as usize).copied(),
            Icon::Image(_) => None,
        }
    }
}

impl fmt::Debug for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Icon::Image(index) => write!(f, "Image({index})"),
            Icon::Drawn(_) => f.write_str(self.line().map_or("", name_of)),
        }
    }
}

fn lines() -> &'static [&'static str] {
    static LINES: OnceLock<Vec<&str>> = OnceLock::new();
    LINES.get_or_init(|| {
        let mut text = String::new();
        let read = DeflateDecoder::new(LIST).read_to_string(&mut text);
        read.expect("the build script deflated UTF-8 text");
        let text: &str = text.leak();
        text.lines().collect()
    })
}

fn name_of(line: &str) -> &str {
    line.split(['\t', '=']).next().unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::{Icon, lines, name_of};

    #[test]
    fn icons_are_sorted_by_their_names_and_harmless() {
        assert!(lines().len() > 1500, "there are icons");
        assert!(lines().is_sorted_by(|a, b| name_of(a) < name_of(b)));
        for line in lines() {
            let icon = Icon::find(name_of(line)).expect("each name is found");
            let svg = icon.elements();
            assert!(svg.starts_with('<') && svg.ends_with("/>"), "{line}");
            for tag in svg.split('<').skip(1) {
                let name = tag.split(' ').next().unwrap_or_default();
                let shapes = ["path", "circle", "rect", "line", "ellipse", "polyline", "polygon"];
                assert!(shapes.contains(&name), "{line}");
            }
        }
    }

    #[test]
    fn an_icon_can_have_another_name() {
        assert_eq!(format!("{:?}", Icon::find("alert-triangle")), "Some(triangle-alert)");
        assert_eq!(Icon::find("Rocket"), None);
        assert_eq!(Icon::hint("rockett").text, "did you mean `rocket`?");
        assert_eq!(Icon::hint("☃").text, "use an icon name from https://lucide.dev/icons");
    }
}
