//! Files that are not what they should be: an error on both sides, never a crash, a hang or an answer made up.
