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
    // Prompts with an environment, a branch, or a folder with spaces.
    session("console", "(venv) ada@host:~$ a\nb", "[(venv) ada@host:~$]a\n|b");
    session("console", "ada@host:~/my docs (main)$ a\nb", "[ada@host:~/my docs (main)$]a\n|b");
    session("console", "[ada@host my docs]$ a\nb", "[[ada@host my docs]$]a\n|b");
    session("console", "(base) [ada@host docs]$ a\nb", "[(base) [ada@host docs]$]a\n|b");
    session("console", "root@host:/# a\nb", "[root@host:/#]a\n|b");
    session("console", "/ # a\nb\n~ # c", "[/ #]a\n|b\n[~ #]c");
    session("console", "bash-5.1$ a\nUS$ 5", "[bash-5.1$]a\n|US$ 5");
    session("console", "❯ a\nb", "[❯]a\n|b");
    session("console", "(venv) PS C:\\My docs> a\nb", "[(venv) PS C:\\My docs&gt;]a\n|b");
    session("console", "PS /home/ada> a\nb", "[PS /home/ada&gt;]a\n|b");
    // Several shells in one session.
    session(
        "console",
        "ada@host:~$ sudo -i\nroot@host:~# a\n# b\nada@host # c",
        "[ada@host:~$]sudo -i\n[root@host:~#]a\n|# b\n|ada@host # c",
    );
    session("console", "$ a\nroot@host:~# b\n/etc/hosts # c", "[$]a\n[root@host:~#]b\n|/etc/hosts # c");
}

#[test]
fn commands_in_sessions_can_have_several_lines() {
    // Each line of a here-document or a string can have a prompt.
    session(
        "console",
        "$ cat <<EOF > a\n> b\n>\n> $ c\n> EOF\nd",
        "[$]cat &lt;&lt;EOF &gt; a\n[&gt;]b\n[&gt;]\n[&gt;]$ c\n[&gt;]EOF\n|d",
    );
    session(
        "console",
        "$ cat <<'E' > a\n> b\n\n$ c\nE\nd",
        "[$]cat &lt;&lt;'E' &gt; a\n&gt; b\n\n$ c\nE\n|d",
    );
    session("console", "$ echo \"a\n> b\n> c\"\nd", "[$]echo \"a\n[&gt;]b\n[&gt;]c\"\n|d");
    session("console", "$ echo 'a\n\n  b'\nd", "[$]echo 'a\n\n  b'\n|d");
    session("console", "% echo 'a\nquote> b'\nd", "[%]echo 'a\n[quote&gt;]b'\n|d");
    session("console", "$ a <<< b\n> c", "[$]a &lt;&lt;&lt; b\n|&gt; c");
    session("console", "$ echo $((1 << N))\n> c", "[$]echo $((1 &lt;&lt; N))\n|&gt; c");
    // Compound commands, with and without prompts.
    session(
        "console",
        "$ for i in 1 2; do\n>   echo $i # it's\n> done\n> e",
        "[$]for i in 1 2; do\n[&gt;]  echo $i # it's\n[&gt;]done\n|&gt; e",
    );
    session("console", "$ if a\nthen b\nfi | c\nd", "[$]if a\nthen b\nfi | c\n|d");
    session(
        "console",
        "$ case $a in\n  (b) c ;;\n  d) if e; then f; fi ;;\nesac\ng",
        "[$]case $a in\n  (b) c ;;\n  d) if e; then f; fi ;;\nesac\n|g",
    );
    session("console", "$ f() {\n  a\n}\nb", "[$]f() {\n  a\n}\n|b");
    session("console", "$ (a &&\n  b) &\nc", "[$](a &amp;&amp;\n  b) &amp;\n|c");
    session("console", "$ a |\n  b \\\n  c\nd", "[$]a |\n  b \\\n  c\n|d");
    session("console", "$ a \\\n> b \\\n> c\n> d", "[$]a \\\n[&gt;]b \\\n[&gt;]c\n|&gt; d");
    // Words that are reserved only at the start of a command, and commands that are never complete.
    session("console", "$ echo if for { x\nb", "[$]echo if for { x\n|b");
    session("console", "$ if a\nb\n$ c\nd", "[$]if a\n|b\n[$]c\n|d");
    session("console", "$ cat <<EOF\n> a\nb", "[$]cat &lt;&lt;EOF\n[&gt;]a\n|b");
    // Windows.
    session("console", "PS> a `\n>> -b\n>> -c\nd", "[PS&gt;]a `\n[&gt;&gt;]-b\n[&gt;&gt;]-c\n|d");
    session(
        "powershell",
        "PS C:\\> if (1) {\n>> a\n>> }\n>>\nd",
        "[PS C:\\&gt;]if (1) {\n[&gt;&gt;]a\n[&gt;&gt;]}\n[&gt;&gt;]\n|d",
    );
    session("console", "PS> a `\n  -b |\n  c {\n  d }\ne", "[PS&gt;]a `\n  -b |\n  c {\n  d }\n|e");
    session("console", "PS> a @\"\nit's\n\"@\nb", "[PS&gt;]a @\"\nit's\n\"@\n|b");
    session("console", "C:\\> a ^\nMore? b\nc", "[C:\\&gt;]a ^\n[More?]b\n|c");
    session("console", "C:\\> a ^\n  b\nc", "[C:\\&gt;]a ^\n  b\n|c");
}

#[test]
fn requests_are_in_commands() {
    let code = "ada@é:~$ a \\\n> b\nö\n$ c";
    assert_eq!(session::commands("console", code), format!("{}a \\\n  b\n  \n  c", " ".repeat(10)));
    assert_eq!(session::commands("sh", "a\n$ b"), "a\n$ b");
    assert_eq!(session::commands("bash", "$ a \\\n> b\nc"), "  a \\\n  b\n ");
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
