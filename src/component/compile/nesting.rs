//! Rejects unusually deep nesting before the compiler needs a large stack for it.

use crate::component::module::Fault;

/// The maximum number of open brackets.
const DEEPEST: usize = 500;

/// Returns a fault if code is nested too deeply. This function doesn't parse the code, so it can disagree with the
/// compiler about which parts of the code are strings, comments, or text. In that case, the function can miss some
/// nesting, but the compiler's stack is still large enough, because the stack's size depends on the length of the code.
pub(super) fn check(text: &str) -> Option<Fault> {
    let bytes = text.as_bytes();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' | b'{' => {
                open.push(at);
                if open.len() > DEEPEST {
                    let at = u32::try_from(open[0]).unwrap_or(u32::MAX);
                    let fault = Fault::new("the code is nested too deeply", at..at + 1);
                    return Some(fault.hint("split the expression into parts"));
                }
            }
            b')' | b']' | b'}' => {
                open.pop();
            }
            b'"' | b'\'' => at += string_end(&bytes[at..]),
            b'/' if bytes.get(at + 1) == Some(&b'/') && bytes.get(at.wrapping_sub(1)) != Some(&b':') => {
                at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(0);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += text.get(at..).and_then(|rest| rest.find("*/")).unwrap_or(0);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the offset of the quote that ends a string, or 0 if the line ends first.
fn string_end(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => return 0,
            b'\\' => at += 1,
            byte if byte == bytes[0] => return at,
            _ => {}
        }
        at += 1;
    }
    0
}
