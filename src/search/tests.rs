use super::token::tokens;

/// Returns the tokens in text. Tokens that span other tokens are in brackets.
fn words(text: &str) -> String {
    let all = tokens(text);
    let one = |token: &super::token::Token| match token.primary {
        true => token.text.clone(),
        false => format!("[{}]", token.text),
    };
    all.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn identifiers_are_found_whole_and_in_parts() {
    assert_eq!(words("add_html_file"), "add html file [addhtmlfile] [add_html_file]");
    assert_eq!(words("addHTMLFile"), "add html file [addhtmlfile]");
    assert_eq!(words("no-unused-vars"), "no unused vars [nounusedvars]");
    assert_eq!(words("std::fs::read"), "std fs read [stdfsread]");
    assert_eq!(words("URLs of IDs"), "urls of ids");
    assert_eq!(words("version 1.25.3"), "version 1 25 3 [1.25.3]");
    assert_eq!(words("/v1/payment_intents/{id}"), "v1 payment intents [paymentintents] [payment_intents] id");
    assert_eq!(words("__init__ don't"), "init dont");
    assert_eq!(words("URL’ll PDF's"), "urlll pdfs");
}

#[test]
fn an_apostrophe_can_follow_capital_letters() {
    assert_eq!(words("KB'tan"), words("KB’tan"));
}

#[test]
fn signs_that_are_of_a_name_are_found_with_it() {
    assert_eq!(words("--dry-run"), "dry run [dryrun] [--dry-run]");
    assert_eq!(words("C++, C# and .NET"), "c [c++] c [c#] and net [.net]");
    assert_eq!(words("-p @types/node $ref"), "p [-p] types [@types] node ref [$ref]");
    assert_eq!(words("1-2 a--b"), "1 2 [12] a b");
}

#[test]
fn letters_lose_case_accents_and_width() {
    assert_eq!(words("Größe ÉTÉ ＡＰＩ Ŝœur"), "grosse ete api soeur");
    assert_eq!(words("cafe\u{301}"), "cafe");
}

#[test]
fn scripts_without_spaces_give_pairs() {
    assert_eq!(words("依赖注入和API"), "依赖 赖注 注入 入和 api");
    assert_eq!(words("設 定"), "設 定");
    assert_eq!(words("설정하기"), "설정 정하 하기");
}
