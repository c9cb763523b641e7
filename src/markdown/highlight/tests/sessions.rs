//! Tests for terminal sessions: which lines are commands.

use super::*;

/// Checks which lines of a session are commands. In `expected`, each prompt is in brackets, and `|` precedes each line
/// of output.
#[track_caller]
fn session(language: &str, code: &str, expected: &str) {
    let html = by_lexer(language, code).or_else(|| by_grammar(language, code)).unwrap_or_default();
    let lines = html.split('\n').map(|line| {
        let (prompt, rest) =
            match line.strip_prefix("<span class=\"q\">").and_then(|line| line.split_once("</span>")) {
                Some((prompt, rest)) => (format!("[{}]", prompt.trim_end()), rest),
                None => (if line.contains("class=\"w\"") { "|".to_owned() } else { String::new() }, line),
            };
        let text: Vec<&str> =
            rest.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        format!("{prompt}{}", text.concat())
    });
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), expected, "{code}");
}

#[test]
fn sessions_know_their_prompts() {
    session("console", "$ a\nb\n$ c", "[$]a\n|b\n[$]c");
    session("console", "# a comment\n$ a\n> b", "|# a comment\n[$]a\n|&gt; b");
    session("console", "# a\nb\n# c", "[#]a\n|b\n[#]c");
    session("console", "> a\nb", "[&gt;]a\n|b");
    session(
        "console",
        "ada@host:~/docs$ a\n(venv) $ b\n[ada@host ~]$ c\nd",
        "[ada@host:~/docs$]a\n[(venv) $]b\n[[ada@host ~]$]c\n|d",
    );
    session("console", "$ a \\\n  b\n$ cat |\n> c\nd", "[$]a \\\n  b\n[$]cat |\n[&gt;]c\n|d");
    session("console", "$ cat <<EOF\na\nEOF\nb", "[$]cat &lt;&lt;EOF\na\nEOF\n|b");
    session("console", "$ a '{\n  b\n}'\nc", "[$]a '{\n  b\n}'\n|c");
    session("console", "$ a # don't\nb 'c'\n$ d \"it's\"\ne", "[$]a # don't\n|b 'c'\n[$]d \"it's\"\n|e");
    session("console", "a\nb", "a\nb");
    session("console", "PS C:\\> a\nb", "[PS C:\\&gt;]a\n|b");
    session("console", "C:\\Users>a\nb", "[C:\\Users&gt;]a\n|b");
    session("sh", "# a comment\n$ a\nb", "|# a comment\n[$]a\n|b");
    session("python", ">>> a\n...\n>>> b\nc", "[&gt;&gt;&gt;]a\n[...]\n[&gt;&gt;&gt;]b\n|c");
    session("powershell", "PS> a\nb", "[PS&gt;]a\n|b");
}

#[test]
fn scripts_are_no_sessions() {
    for (language, code) in [
        ("sh", "# $ a\nb"),
        ("bash", "echo a\n$ b"),
        ("bash", "> file"),
        ("sh", "user@host$ a"),
        ("python", "a >>> b"),
        ("powershell", "a > b"),
        ("js", "$ a"),
        ("text", "$ a"),
    ] {
        let html = by_lexer(language, code).or_else(|| by_grammar(language, code)).unwrap_or_default();
        assert!(!html.contains("class=\"q\"") && !html.contains("class=\"w\""), "{language}: {html}");
    }
}
