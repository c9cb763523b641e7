//! The request of an operation: the island's data, and the curl sample that stands there until the island does.

use super::writer::Writer;
use crate::openapi::Operation;

impl<'a> Writer<'_, 'a> {
    /// The place of the island; a webhook is not the reader's to send.
    pub(super) fn island(&mut self, _operation: &'a Operation, _webhook: bool) {}
}
