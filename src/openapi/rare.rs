//! [`Rare`]: a part of a schema that most schemas don't have. A document can contain 100,000 schemas, so such a part
//! takes up memory only in the schemas that have it.

use std::ops::{Deref, DerefMut};

/// A value that is often blank. A blank value takes up the memory of a pointer.
#[derive(Clone, Debug)]
pub struct Rare<T>(Option<Box<T>>);

/// A type with a blank value.
pub trait Blank: Default + PartialEq {
    /// Returns the blank value.
    fn blank<'b>() -> &'b Self
    where
        Self: 'b;
}

/// Implements [`Blank`] with the default value of a type.
macro_rules! blank {
    ($type:ident $(<$lifetime:lifetime>)?) => {
        impl $(<$lifetime>)? $crate::openapi::Blank for $type $(<$lifetime>)? {
            fn blank<'b>() -> &'b Self
            where
                Self: 'b,
            {
                static BLANK: std::sync::LazyLock<$type> = std::sync::LazyLock::new($type::default);
                &BLANK
            }
        }
    };
}
pub(crate) use blank;

impl<T: Blank> Rare<T> {
    /// Frees the memory of a value that is blank.
    pub(crate) fn tidy(&mut self) {
        self.0.take_if(|value| **value == *T::blank());
    }

    /// Returns the value, or `None` if it's blank.
    pub(crate) fn some(&self) -> Option<&T> {
        self.0.as_deref()
    }

    /// Returns the value, or `None` if it's blank.
    pub(crate) fn take(self) -> Option<T> {
        self.0.map(|value| *value)
    }
}

impl<T: Blank> Default for Rare<T> {
    fn default() -> Self {
        Rare(None)
    }
}

impl<T: Blank> From<T> for Rare<T> {
    fn from(value: T) -> Self {
        Rare((value != *T::blank()).then(|| Box::new(value)))
    }
}

impl<T: Blank> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or_else(T::blank)
    }
}

impl<T: Blank> DerefMut for Rare<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T: Blank> PartialEq for Rare<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
