//! Language conventions: plural forms, dates, number formats, and the order of words. The data comes from Unicode CLDR
//! through ICU4X.

pub(crate) mod format;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::str::FromStr as _;

use icu_calendar::Gregorian;
use icu_collator::preferences::CollationNumericOrdering;
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::{MD, YMD};
use icu_datetime::input::Date;
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_locale::{LanguageIdentifier, Locale, LocaleDirectionality, LocaleExpander};
use icu_plurals::{PluralCategory, PluralOperands, PluralRules};

/// Whether a character belongs to a script where spaces between words don't exist or are optional.
pub(crate) fn is_dense(c: char) -> bool {
    c >= '\u{e00}'
        && matches!(c,
            '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
            | '\u{3005}' | '\u{3007}' | '\u{3040}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}'
            | '\u{3130}'..='\u{318f}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
            | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}')
}

/// Returns the plural category (`one`, `few`, `other`, and so on) of a number in a language. `number` is a decimal
/// number without an exponent. If the number or the language is invalid, the category is `other`.
pub(crate) fn plural_category(language: &str, number: &str) -> &'static str {
    let rules = PluralRules::try_new_cardinal(locale(language).into());
    let operands = Decimal::from_str(number);
    rules
        .ok()
        .zip(operands.ok())
        .map_or("other", |(rules, operands)| name(rules.category_for(PluralOperands::from(&operands))))
}

/// Returns a language's plural categories.
pub(crate) fn plural_categories(language: &str) -> Vec<&'static str> {
    let rules = PluralRules::try_new_cardinal(locale(language).into());
    rules.map_or_else(|_| vec!["other"], |rules| rules.categories().map(name).collect())
}

fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

/// Formats a date in a language's long format. `date` starts with a date such as `2025-01-05`. Returns `None` if the
/// date is invalid.
pub(crate) fn long_date(language: &str, date: &str) -> Option<String> {
    let formatter =
        FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new(locale(language).into(), YMD::long());
    Some(formatter.ok()?.format(&gregorian(date)?).to_string())
}

/// Formats the day and month of a date in a language. `date` starts with a date such as `2025-01-05`. Returns `None` if
/// the date is invalid.
pub(crate) fn day_of_year(language: &str, date: &str) -> Option<String> {
    let formatter =
        FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new(locale(language).into(), MD::long());
    Some(formatter.ok()?.format(&gregorian(date)?).to_string())
}

/// Formats a whole number in a language, with its digits and separators.
pub(crate) fn decimal(language: &str, number: usize) -> String {
    // Creating a formatter takes much longer than formatting a number.
    thread_local! {
        static FORMATTERS: RefCell<HashMap<String, Option<DecimalFormatter>>> = RefCell::default();
    }
    let write = |formatter: &Option<DecimalFormatter>| match formatter {
        Some(formatter) => formatter.format(&number.into()).to_string(),
        None => number.to_string(),
    };
    FORMATTERS.with_borrow_mut(|known| match known.get(language) {
        Some(formatter) => write(formatter),
        None => {
            let new = DecimalFormatter::try_new(locale(language).into(), <_>::default()).ok();
            write(known.entry(language.to_owned()).or_insert(new))
        }
    })
}

/// Returns the comparison that sorts words in a language (UTS #10). Digits are compared as numbers, so `v2` precedes
/// `v10`. Words that a language doesn't tell apart are compared by their characters.
pub(crate) fn collation(language: &str) -> impl Fn(&str, &str) -> Ordering + use<> {
    let mut preferences = CollatorPreferences::from(&locale(language));
    preferences.numeric_ordering = Some(CollationNumericOrdering::True);
    let collator = CollatorBorrowed::try_new(preferences, <_>::default()).ok();
    move |a, b| {
        let order = collator.as_ref().map_or(Ordering::Equal, |collator| collator.compare(a, b));
        order.then_with(|| a.cmp(b))
    }
}

/// Whether a language is written from right to left.
pub(crate) fn is_right_to_left(language: &str) -> bool {
    LocaleDirectionality::new_common().is_right_to_left(&locale(language).id)
}

/// Returns the tag in `known` with the same language and script. For example, `zh-TW` matches `zh-Hant`, and `pt`
/// matches `pt-BR`.
pub(crate) fn closest<'k>(language: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let expander = LocaleExpander::new_common();
    let written = |tag: &str| {
        let mut id: LanguageIdentifier = locale(tag).id;
        expander.maximize(&mut id);
        (id.language, id.script)
    };
    let wanted = written(language);
    known.into_iter().find(|tag| written(tag) == wanted)
}

/// Returns the date at the start of a string such as `2025-01-05` or `2025-01-05T10:00:00Z`. Returns `None` if the string
/// doesn't start with a date, or if there's no such day in the calendar.
pub(crate) fn date_of(text: &str) -> Option<&str> {
    let (date, rest) = text.split_at_checked(10)?;
    let fits = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    let is_date = date.bytes().enumerate().all(fits) && !date.starts_with("0000");
    let ends = rest.is_empty() || rest.starts_with(['T', 't', ' ']);
    (is_date && ends && gregorian(date).is_some()).then_some(date)
}

fn gregorian(date: &str) -> Option<Date<Gregorian>> {
    let mut parts = date.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let day = day.get(..2).unwrap_or(day);
    Date::try_new_gregorian(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// Whether a string is a language tag that browsers accept.
pub(crate) fn is_tag(text: &str) -> bool {
    Locale::from_str(text).is_ok()
}

/// Returns the locale for a language tag.
fn locale(tag: &str) -> Locale {
    Locale::from_str(tag).unwrap_or(Locale::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_categories_of_their_language() {
        let of = |language, numbers: &[&str]| -> Vec<&str> {
            numbers.iter().map(|number| plural_category(language, number)).collect()
        };
        assert_eq!(
            of("en", &["0", "1", "2", "1.0", "x", ""]),
            ["other", "one", "other", "other", "other", "other"]
        );
        assert_eq!(
            of("ar", &["0", "1", "2", "3", "11", "100"]),
            ["zero", "one", "two", "few", "many", "other"]
        );
        assert_eq!(of("pt-BR", &["0", "1", "2"]), ["one", "one", "other"]);
        assert_eq!(of("ru-RU", &["1", "2", "5", "21"]), ["one", "few", "many", "one"]);
        assert_eq!(of("ja", &["1"]), ["other"]);
        assert_eq!(of("not a tag", &["1"]), ["other"]);
        assert_eq!(plural_categories("de"), ["one", "other"]);
    }

    #[test]
    fn numbers_have_the_digits_and_separators_of_their_language() {
        let all = [("en", "1,234,567"), ("de", "1.234.567"), ("fa", "۱٬۲۳۴٬۵۶۷"), ("not a tag", "1,234,567")];
        for (language, expected) in all.into_iter().chain(all) {
            assert_eq!(decimal(language, 1_234_567), expected, "{language}");
            assert_ne!(decimal(language, 7), "", "{language}");
        }
    }

    #[test]
    fn words_are_in_the_order_of_their_language() {
        let sorted = |language, words: &str| {
            let mut words: Vec<&str> = words.split(' ').collect();
            let compare = collation(language);
            words.sort_by(|a, b| compare(a, b));
            words.join(" ")
        };
        assert_eq!(sorted("en", "Zebra apple Ångström banana"), "Ångström apple banana Zebra");
        assert_eq!(sorted("sv", "öl zebra ål apa"), "apa zebra ål öl");
        assert_eq!(sorted("de", "Zeit Öl Ofen Straße Strasse"), "Ofen Öl Strasse Straße Zeit");
        assert_eq!(sorted("es", "ñu nube oso"), "nube ñu oso");
        assert_eq!(sorted("lt", "žalias zona yla ilgas"), "yla ilgas zona žalias");
        assert_eq!(sorted("en", "v10 v2 v1"), "v1 v2 v10");
        assert_eq!(sorted("not a tag", "b A a"), "a A b");
    }

    #[test]
    fn a_language_has_the_closest_texts() {
        let known = ["ar", "de", "pt-BR", "zh-Hans", "zh-Hant"];
        let of = |tag| closest(tag, known).unwrap_or("-");
        let tags = ["de", "de-AT", "DE-de", "pt", "pt-PT", "zh", "zh-CN", "zh-SG", "zh-TW", "zh-HK", "ar-EG"];
        let found =
            ["de", "de", "de", "pt-BR", "pt-BR", "zh-Hans", "zh-Hans", "zh-Hans", "zh-Hant", "zh-Hant", "ar"];
        assert_eq!(tags.map(of), found);
        assert_eq!(["en", "sv", "und", "not a tag", "tlh"].map(of), ["-"; 5]);
    }

    #[test]
    fn a_language_has_its_own_direction() {
        for tag in ["ar", "he-IL", "fa", "ur", "az-Arab"] {
            assert!(is_right_to_left(tag), "{tag}");
        }
        for tag in ["en", "de", "ja", "az", "not a tag"] {
            assert!(!is_right_to_left(tag), "{tag}");
        }
    }

    #[test]
    fn dates_have_days_of_the_calendar() {
        for text in [
            "2026-01-31",
            "2026-04-30",
            "2024-02-29",
            "2000-02-29",
            "0001-01-01",
            "9999-12-31",
            "2026-02-28T10:00:00Z",
            "2026-02-28 10:00",
            "2026-02-28t",
        ] {
            assert_eq!(date_of(text), Some(&text[..10]), "{text}");
        }
        for text in [
            "",
            "soon",
            "2026",
            "2026-2-28",
            "2026-00-10",
            "2026-13-01",
            "2026-01-00",
            "2026-01-32",
            "2026-04-31",
            "2026-02-29",
            "1900-02-29",
            "0000-01-01",
            "20260-1-01",
            "2026/01/31",
            "+026-01-31",
            "2026-01-311",
            "2026-01-31Z",
            "2026-01-3é",
        ] {
            assert_eq!(date_of(text), None, "{text}");
        }
    }

    #[test]
    fn dates_are_written_as_in_their_language() {
        assert_eq!(long_date("en", "2026-11-06").as_deref(), Some("November 6, 2026"));
        assert_eq!(day_of_year("en", "2026-11-06T10:00:00Z").as_deref(), Some("November 6"));
        assert_eq!(long_date("de", "2026-11-06").as_deref(), Some("6. November 2026"));
        assert_eq!(day_of_year("ja", "2026-11-06").as_deref(), Some("11月6日"));
        for invalid in ["", "2026", "2026-13-01", "2026-02-30", "soon-1-1"] {
            assert_eq!(long_date("en", invalid), None, "{invalid}");
        }
    }
}
