//! Reads the names in declaration headers, in languages with braces.

/// A language with braces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Language {
    C,
    CSharp,
    Go,
    Java,
    Rust,
}

/// The names that a header declares.
pub(super) struct Declared {
    /// The names, from outermost to innermost. An `extern` block has no name.
    pub names: Vec<String>,
    /// Whether the block after the header contains declarations.
    pub is_container: bool,
    /// Whether the header only adds to something that's declared elsewhere.
    pub is_addition: bool,
}

impl Language {
    pub(super) fn of(extension: &str) -> Option<Language> {
        Some(match extension {
            "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" | "ipp" => Language::C,
            "cs" => Language::CSharp,
            "go" => Language::Go,
            "java" => Language::Java,
            "rs" => Language::Rust,
            _ => return None,
        })
    }

    /// Whether a declaration can be repeated before its definition.
    pub(super) fn has_prototypes(self) -> bool {
        self == Language::C
    }

    /// If a line starts with an access label, such as `public:` in C++, returns the label's length. Qt adds `signals:` and
    /// `public slots:`.
    pub(super) fn label_length(self, line: &str) -> Option<usize> {
        let (label, rest) = line.split_once(':').filter(|_| self == Language::C)?;
        let words: Vec<&str> = label.split_whitespace().collect();
        let is_label = matches!(
            words[..],
            ["public" | "protected" | "private"]
                | ["public" | "protected" | "private", "slots" | "Q_SLOTS"]
                | ["signals" | "Q_SIGNALS"]
        );
        (is_label && !rest.starts_with(':')).then_some(label.len() + 1)
    }

    /// Whether lines that start with `#` are preprocessor directives.
    pub(super) fn has_directives(self) -> bool {
        matches!(self, Language::C | Language::CSharp)
    }

    /// Whether a declaration ends at the end of a line.
    pub(super) fn ends_with_line(self) -> bool {
        self == Language::Go
    }

    /// Whether an equals sign after a header starts a value. In a Rust function or `impl`, the equals sign is part of a
    /// type.
    pub(super) fn has_value(self, header: &str) -> bool {
        let tokens = bare(self, &tokens(header));
        let mut words = words(&tokens).skip_while(|word| *word == "pub");
        match words.next() {
            Some("const") => !words.any(|word| word == "fn"),
            Some("static" | "type" | "let" | "use") => true,
            _ => self != Language::Rust,
        }
    }

    /// Whether a semicolon follows the block after a header.
    pub(super) fn needs_semicolon(self, header: &str) -> bool {
        let tokens = tokens(header);
        let first = words(&tokens).find(|word| !C_MODIFIERS.contains(word));
        self == Language::C
            && !is_function(&tokens)
            && first.is_some_and(|word| matches!(word, "typedef" | "struct" | "union" | "enum" | "class"))
    }
}

/// The words that can precede a type keyword, such as `struct`, in C and C++.
const C_MODIFIERS: [&str; 6] = ["static", "const", "extern", "export", "inline", "volatile"];

/// The keywords that look like a function name in a statement or that precede an expression.
const STATEMENTS: [&str; 14] = [
    "if", "for", "while", "switch", "catch", "return", "using", "lock", "else", "do", "try", "throw", "new",
    "case",
];

/// A token of a header. Brackets and their content are one token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'h> {
    Word(&'h str),
    Group(&'h str),
    Sign(char),
}

fn tokens(header: &str) -> Vec<Token<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(c) = header[at..].chars().next() {
        let rest = &header[at..];
        let length = if c.is_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            found.push(Token::Word(&rest[..end]));
            end
        } else if c == '(' || c == '[' {
            let length = group_length(rest);
            found.push(Token::Group(&rest[..length]));
            length
        } else {
            if !c.is_whitespace() && c != '"' {
                found.push(Token::Sign(c));
            }
            c.len_utf8()
        };
        at += length;
    }
    found
}

/// Returns the length of the group at the start of the text.
fn group_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8();
        }
    }
    text.len()
}

fn words<'t, 'h>(tokens: &'t [Token<'h>]) -> impl Iterator<Item = &'h str> + 't {
    tokens.iter().filter_map(|token| match token {
        Token::Word(word) => Some(*word),
        _ => None,
    })
}

/// Returns tokens without annotations, attributes, or the parts between angle brackets.
fn bare<'h>(language: Language, tokens: &[Token<'h>]) -> Vec<Token<'h>> {
    let mut out = Vec::new();
    let (mut at, mut angles) = (0, 0_usize);
    while let Some(token) = tokens.get(at) {
        let next = tokens.get(at + 1);
        match *token {
            // `->` and operators aren't brackets.
            Token::Sign('>') if matches!(tokens[..at].last(), Some(Token::Sign('-' | '='))) => {}
            Token::Sign('<') => angles += 1,
            Token::Sign('>') => angles = angles.saturating_sub(1),
            Token::Sign('@') if language == Language::Java && next != Some(&Token::Word("interface")) => {
                at += 1;
                while tokens.get(at + 1) == Some(&Token::Sign('.')) {
                    at += 2;
                }
                if matches!(tokens.get(at + 1), Some(Token::Group(group)) if group.starts_with('(')) {
                    at += 1;
                }
            }
            Token::Sign('#' | '!') | Token::Group(_)
                if language == Language::Rust && is_attribute(tokens, at) => {}
            Token::Group(group) if group.starts_with('[') && language != Language::Go && out.is_empty() => {}
            token if angles == 0 => out.push(token),
            _ => {}
        }
        at += 1;
    }
    out
}

/// Whether a token is part of a Rust attribute: `#[…]`.
fn is_attribute(tokens: &[Token<'_>], at: usize) -> bool {
    match tokens[at] {
        Token::Sign('#') => true,
        Token::Sign('!') => at > 0 && tokens[at - 1] == Token::Sign('#'),
        Token::Group(group) => group.starts_with('[') && at > 0 && tokens[at - 1] == Token::Sign('#'),
        _ => false,
    }
}

/// Whether the tokens of a C header end with a function's parameters, optionally followed by qualifiers or a return
/// type.
fn is_function(tokens: &[Token<'_>]) -> bool {
    let after =
        tokens.iter().rposition(|token| matches!(token, Token::Group(group) if group.starts_with('(')));
    after.is_some_and(|at| {
        tokens[at + 1..].iter().all(|token| {
            matches!(
                token,
                Token::Word("const" | "noexcept" | "override" | "final" | "volatile") | Token::Sign('&')
            )
        }) || tokens[at + 1..].windows(2).any(|pair| pair == [Token::Sign('-'), Token::Sign('>')])
    })
}

/// Returns the names that a header declares. `has_block` is true if a block follows the header, and `around` is the
/// name of the declaration around the header.
pub(super) fn declared(
    language: Language,
    header: &str,
    has_block: bool,
    around: Option<&str>,
) -> Option<Declared> {
    let all = tokens(header.trim_end().trim_end_matches(';'));
    let tokens = bare(language, &all);
    match language {
        Language::Rust => rust(&tokens),
        Language::Go => go(&all),
        Language::Java => of_types(&tokens, &["class", "interface", "enum", "record"], around, has_block),
        Language::CSharp => {
            let kinds = ["class", "interface", "enum", "record", "struct", "namespace"];
            of_types(&tokens, &kinds, around, has_block)
        }
        Language::C => c(&tokens, around, has_block),
    }
}

/// Returns a block without a name that contains declarations.
fn nameless() -> Declared {
    Declared { names: Vec::new(), is_container: true, is_addition: true }
}

fn one(name: &str, is_container: bool) -> Option<Declared> {
    Some(Declared { names: vec![name.to_owned()], is_container, is_addition: false })
}

fn rust(tokens: &[Token<'_>]) -> Option<Declared> {
    let modifiers = ["pub", "unsafe", "async", "extern", "default", "const", "static", "auto"];
    let mut at = 0;
    loop {
        let word = match tokens.get(at)? {
            Token::Word(word) => *word,
            Token::Group(_) if at > 0 => "pub",
            _ => return None,
        };
        let next = tokens.get(at + 1);
        let name = match next {
            Some(Token::Word("mut" | "ref")) => tokens.get(at + 2),
            next => next,
        };
        match (word, name) {
            ("const" | "static", Some(Token::Word(name))) if !modifiers.contains(name) && *name != "fn" => {
                return one(name, false);
            }
            ("fn" | "struct" | "enum" | "union" | "type", Some(Token::Word(name))) => {
                return one(name, false);
            }
            ("mod" | "trait", Some(Token::Word(name))) => return one(name, true),
            ("macro_rules", Some(Token::Sign('!'))) => {
                return match tokens.get(at + 2) {
                    Some(Token::Word(name)) => one(name, false),
                    _ => None,
                };
            }
            ("impl", _) => return implemented(&tokens[at + 1..]),
            // A macro can contain declarations.
            _ if is_macro(tokens) => return Some(nameless()),
            _ if word == "extern" && at + 1 == tokens.len() => return Some(nameless()),
            _ if modifiers.contains(&word) => at += 1,
            _ => return None,
        }
    }
}

/// Whether tokens are the path of a macro, such as `a::b!`.
fn is_macro(tokens: &[Token<'_>]) -> bool {
    let [path @ .., Token::Sign('!')] = tokens else { return false };
    path.iter().all(|token| matches!(token, Token::Word(_) | Token::Sign(':')))
}

/// Returns the type that an `impl` block belongs to.
fn implemented(tokens: &[Token<'_>]) -> Option<Declared> {
    let end = tokens.iter().position(|token| *token == Token::Word("where")).unwrap_or(tokens.len());
    let start = tokens[..end].iter().rposition(|token| *token == Token::Word("for")).map_or(0, |at| at + 1);
    let name = words(&tokens[start..end]).filter(|word| !matches!(*word, "mut" | "dyn" | "const")).last()?;
    Some(Declared { names: vec![name.to_owned()], is_container: true, is_addition: true })
}

fn go(tokens: &[Token<'_>]) -> Option<Declared> {
    match *tokens {
        [Token::Word("func"), Token::Group(receiver), Token::Word(name), ..] => {
            let inner = receiver.trim_matches(['(', ')']);
            let inner = inner.split('[').next().unwrap_or(inner);
            let owner = inner.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
            Some(Declared {
                names: vec![owner.to_owned(), name.to_owned()],
                is_container: false,
                is_addition: false,
            })
        }
        [Token::Word("func"), Token::Word(name), ..] => one(name, false),
        _ => None,
    }
}

/// If a Go declaration declares types, variables, or constants, returns the offset after the keyword.
pub(super) fn go_keyword(code: &str) -> Option<usize> {
    let rest = ["const", "var", "type"].iter().find_map(|keyword| code.strip_prefix(keyword))?;
    let trimmed = rest.trim_start();
    (trimmed.len() < rest.len() || trimmed.starts_with('(')).then_some(code.len() - trimmed.len())
}

/// Returns the names at the start of the text, which are separated by commas.
pub(super) fn listed(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (mut names, mut rest) = (Vec::new(), text);
    loop {
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        names.extend((length > 0 && &rest[..length] != "_").then_some(&rest[..length]));
        match rest[length..].trim_start().strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return names,
        }
    }
}

/// Returns the names that a C `typedef` declares. `text` is the declaration without `typedef`, or its part after a block.
pub(super) fn aliases(text: &str) -> Vec<String> {
    let all = tokens(text.trim_end().trim_end_matches(';'));
    let of_function = |token: &Token<'_>| match token {
        Token::Group(group) => {
            let inner = group.strip_prefix("(")?.trim_start().strip_prefix(['*', '&', '^'])?;
            Some((*listed(inner.trim_start()).first()?).to_owned())
        }
        _ => None,
    };
    let name = |part: &[Token<'_>]| {
        part.iter().find_map(of_function).or_else(|| words(part).last().map(str::to_owned))
    };
    all.split(|token| *token == Token::Sign(',')).filter_map(name).collect()
}

/// Reads a Java or C# header.
fn of_types(tokens: &[Token<'_>], kinds: &[&str], around: Option<&str>, has_block: bool) -> Option<Declared> {
    let first_group =
        tokens.iter().position(|token| matches!(token, Token::Group(group) if group.starts_with('(')));
    let end = first_group.unwrap_or(tokens.len());
    let kind =
        tokens[..end].iter().position(|token| matches!(token, Token::Word(word) if kinds.contains(word)));
    if let Some(kind) = kind {
        let mut names =
            tokens[kind + 1..end].iter().skip_while(|token| matches!(token, Token::Word("class" | "struct")));
        if let Some(Token::Word(name)) = names.next() {
            let mut all = vec![(*name).to_owned()];
            while let (Some(Token::Sign('.')), Some(Token::Word(name))) = (names.next(), names.next()) {
                all.push((*name).to_owned());
            }
            return Some(Declared { names: all, is_container: true, is_addition: false });
        }
    }
    let before = &tokens[..end];
    if words(before)
        .next()
        .is_none_or(|word| STATEMENTS.contains(&word) || matches!(word, "import" | "package"))
    {
        return None;
    }
    let (Some(Token::Word(name)), others) = (before.last(), before.len().saturating_sub(1)) else {
        return None;
    };
    let has_type = before[..others].iter().any(|token| match token {
        Token::Word(word) => !is_modifier(word),
        Token::Group(_) => true,
        Token::Sign(_) => false,
    });
    let is_constructor = first_group.is_some() && has_block && around == Some(name);
    let is_value = before.windows(2).any(|pair| pair[1] == Token::Sign('.') && first_group.is_none());
    (has_type && !is_value || is_constructor).then(|| one(name, false)).flatten()
}

fn is_modifier(word: &str) -> bool {
    [
        "public",
        "private",
        "protected",
        "internal",
        "static",
        "final",
        "abstract",
        "sealed",
        "virtual",
        "override",
        "async",
        "default",
        "synchronized",
        "native",
        "readonly",
        "partial",
        "unsafe",
        "extern",
        "new",
    ]
    .contains(&word)
}

/// Reads the header of a variable or constant in C or C++.
fn variable(tokens: &[Token<'_>]) -> Option<Declared> {
    let is_end = |token: &Token<'_>| matches!(token, Token::Group(_) | Token::Sign(',' | '='));
    let end = tokens.iter().position(is_end).unwrap_or(tokens.len());
    let all: Vec<&str> = words(&tokens[..end]).collect();
    let [first, .., name] = all[..] else { return None };
    let is_other =
        STATEMENTS.contains(&first) || matches!(first, "typedef" | "friend" | "goto" | "namespace");
    let is_name = !name.starts_with(|c: char| c.is_ascii_digit())
        && tokens[..end].last() == Some(&Token::Word(name))
        && !C_MODIFIERS.contains(&name);
    (!is_other && is_name).then(|| one(name, false)).flatten()
}

/// Reads a C or C++ header.
fn c(tokens: &[Token<'_>], around: Option<&str>, has_block: bool) -> Option<Declared> {
    let kinds = ["class", "struct", "union", "enum"];
    let group =
        tokens.iter().position(|token| matches!(token, Token::Group(group) if group.starts_with('(')));
    match tokens {
        [Token::Word("extern")] if has_block => return Some(nameless()),
        [Token::Word("namespace")] | [Token::Word("inline"), Token::Word("namespace")] => {
            return Some(nameless());
        }
        [Token::Word("using"), Token::Word(name), Token::Sign('='), ..]
        | [Token::Word("using"), Token::Word(name)] => return one(name, false),
        _ => {}
    }
    if let Some(at) = tokens.iter().position(|token| *token == Token::Word("namespace")).filter(|_| has_block)
    {
        let names: Vec<String> =
            words(&tokens[at + 1..]).filter(|word| *word != "inline").map(str::to_owned).collect();
        return Some(Declared { names, is_container: true, is_addition: false });
    }
    let kind = tokens[..group.unwrap_or(tokens.len())]
        .iter()
        .position(|token| matches!(token, Token::Word(word) if kinds.contains(word)));
    if let Some(kind) = kind.filter(|_| !is_function(tokens)) {
        let mut names =
            words(&tokens[kind + 1..]).filter(|word| !matches!(*word, "class" | "struct" | "alignas"));
        return match names.next().filter(|_| has_block || tokens.len() == kind + 2) {
            Some(name) => one(name, true),
            None if group.is_none() => variable(tokens),
            None => None,
        };
    }
    let Some(group) = group else { return variable(tokens) };
    let mut names = Vec::new();
    let mut at = group;
    while let Some(Token::Word(name)) = at.checked_sub(1).map(|at| tokens[at]) {
        at -= 1;
        let is_destructor = at > 0 && tokens[at - 1] == Token::Sign('~');
        names.insert(0, if is_destructor { format!("~{name}") } else { name.to_owned() });
        at -= usize::from(is_destructor);
        match tokens[..at] {
            [.., Token::Sign(':'), Token::Sign(':')] => at -= 2,
            _ => break,
        }
    }
    let name = names.last()?;
    let is_special = matches!(&**name, "operator" | "decltype" | "alignas" | "__attribute__" | "__declspec");
    let before = words(&tokens[..at]).filter(|word| !C_MODIFIERS.contains(word)).collect::<Vec<_>>();
    let starts = before.first().is_none_or(|word| !STATEMENTS.contains(word) && *word != "typedef");
    let has_type = !before.is_empty() || names.len() > 1 || around == Some(name.trim_start_matches('~'));
    let is_template_end = tokens.first() == Some(&Token::Word("template")) && before == ["template"];
    (!is_special && starts && has_type && !is_template_end).then_some(Declared {
        names,
        is_container: false,
        is_addition: false,
    })
}
