//! The parts of a module's type declarations that docgen understands. docgen isn't a type checker: everything else is
//! [`Type::Unknown`], which never causes a problem.

use std::collections::BTreeMap;
use std::ops::Range;

/// The components and types of a module, and the names that modules use to refer to one another.
#[derive(Debug, Default)]
pub(super) struct Types {
    /// The components' props types, by the components' names in the module. An unnamed component, which is the default
    /// export, has the `default` key.
    pub components: BTreeMap<String, Type>,
    /// The declared types, by their names in the module.
    pub declared: BTreeMap<String, Type>,
    /// The imported names, each with the specifier and the name in the other module, or `*` for all names.
    pub imported: BTreeMap<String, (String, String)>,
    /// The exported names, each with its target.
    pub exported: BTreeMap<String, Origin>,
    /// The specifiers of each `export *`.
    pub stars: Vec<String>,
}

/// The target of an exported name.
#[derive(Debug)]
pub(super) enum Origin {
    /// A name in the module.
    Local(String),
    /// A specifier, and a name that the other module exports.
    Other(String, String),
}

/// A type.
#[derive(Debug)]
pub(super) enum Type {
    /// Anything.
    Unknown,
    /// A type without literal values, such as `undefined`.
    Nothing,
    /// Any string.
    Text,
    /// Any number.
    Number,
    /// `true` and `false`.
    Boolean,
    /// One value.
    Literal(Literal),
    /// An object with these members.
    Object {
        /// The members.
        members: Vec<Member>,
        /// Whether the object can also have other members.
        is_open: bool,
    },
    /// A type that the module declares or imports, by its name in the module.
    Reference(String),
    /// Values of all of these types.
    All(Vec<Type>),
    /// Values of any of these types.
    Any(Vec<Type>),
}

/// A member of an object type.
#[derive(Debug)]
pub(super) struct Member {
    /// The name.
    pub name: String,
    /// Whether every object of the type has this member.
    pub is_required: bool,
    /// The type of the member's value.
    pub value: Type,
}

/// A value as written in code.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    /// A string.
    Text(String),
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Boolean(bool),
}

/// A component's tag on a page.
#[derive(Debug)]
pub(super) struct Tag {
    /// The name of the component.
    pub name: String,
    /// The range of the name.
    pub range: Range<u32>,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// Whether an object can add attributes, as in `{...object}`.
    pub has_spread: bool,
    /// Whether there's something between the start tag and the end tag.
    pub has_content: bool,
}

/// An attribute of a tag.
#[derive(Debug)]
pub(super) struct Attribute {
    /// The name.
    pub name: String,
    /// The range of the name.
    pub range: Range<u32>,
    /// The value, if it's a literal.
    pub value: Option<Literal>,
}
