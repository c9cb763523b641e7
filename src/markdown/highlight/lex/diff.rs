//! Differences between files, as `diff -u` and Git show them: a line is what its first sign says.

use super::cursor::Cursor;
use crate::markdown::highlight::spans::*;

pub(super) fn lex(code: &mut Cursor<'_, '_>) {
    while let Some(byte) = code.peek() {
        let class = match byte {
            b'@' if code.sees("@@") => {
                code.skip(2);
                code.skip_while(|byte| byte != b'@' && byte != b'\n');
                code.eat("@@");
                code.emit(DECORATOR);
                HEADING
            }
            b'+' if code.sees("+++ ") => DECORATOR,
            b'-' if code.sees("--- ") => DECORATOR,
            b'+' | b'>' => INSERTED,
            b'-' | b'<' => DELETED,
            _ => PLAIN,
        };
        code.skip_line();
        code.emit(class);
        if code.peek().is_some() {
            code.skip(1);
            code.emit(PLAIN);
        }
    }
}
