//! [`Decimal`]: a number of a document, exactly. Limits are compared and multiples taken without rounding, however
//! many digits were written.

use std::cmp::Ordering;

/// A decimal number: `digits × 10^exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Values 0 to 9, without zeros at either end; empty for zero.
    digits: Vec<u8>,
    /// Of the last digit.
    exponent: i64,
}

/// What fits in a product of scaled numbers.
const MAX_SCALE: i64 = 30;

impl Decimal {
    /// Reads a number as JSON writes it.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, power) = match rest.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, power_of(power)?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = whole.bytes().chain(fraction.bytes());
        if whole.is_empty() || all.clone().any(|byte| !byte.is_ascii_digit()) {
            return None;
        }
        let mut digits: Vec<u8> = all.map(|byte| byte - b'0').skip_while(|digit| *digit == 0).collect();
        let mut exponent = power.saturating_sub(i64::try_from(fraction.len()).ok()?);
        while digits.last() == Some(&0) {
            digits.pop();
            exponent = exponent.saturating_add(1);
        }
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits, exponent: 0 });
        }
        Some(Decimal { negative, digits, exponent })
    }

    /// `value × 10^exponent`
    pub(crate) fn scaled(value: i128, exponent: i64) -> Decimal {
        let text = format!("{value}e{exponent}");
        Decimal::parse(&text).unwrap_or(Decimal { negative: false, digits: Vec::new(), exponent: 0 })
    }

    /// Whether it has no fraction.
    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The exponent of its last digit, at most zero.
    pub(crate) fn places(&self) -> i64 {
        self.exponent.min(0)
    }

    /// How many of `10^exponent` it is, where that is a whole number of no great size.
    pub(crate) fn units(&self, exponent: i64) -> Option<i128> {
        if self.digits.is_empty() {
            return Some(0);
        }
        let shift = self.exponent.checked_sub(exponent)?;
        let length = i64::try_from(self.digits.len()).ok()?;
        if shift < 0 || shift.checked_add(length)? > MAX_SCALE {
            return None;
        }
        let whole = self.digits.iter().fold(0i128, |sum, digit| sum * 10 + i128::from(*digit));
        let value = whole * 10i128.pow(u32::try_from(shift).ok()?);
        Some(if self.negative { -value } else { value })
    }

    /// Whether it is a whole multiple of another number; `None` where the two are too far apart to say.
    pub(crate) fn is_multiple_of(&self, step: &Decimal) -> Option<bool> {
        let exponent = self.exponent.min(step.exponent);
        let step = step.units(exponent)?;
        if step == 0 {
            return None;
        }
        Some(self.units(exponent)? % step == 0)
    }

    /// As JSON writes it, without an exponent where that is short.
    pub(crate) fn text(&self) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        let mut out = if self.negative { "-".to_owned() } else { String::new() };
        let digits: String = self.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
        let point = length.saturating_add(self.exponent);
        match self.exponent {
            0..=24 => {
                out.push_str(&digits);
                out.extend(std::iter::repeat_n('0', usize::try_from(self.exponent).unwrap_or(0)));
            }
            -24..=-1 if point > 0 => {
                let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
                out.push_str(&format!("{whole}.{fraction}"));
            }
            -24..=-1 => {
                out.push_str("0.");
                out.extend(std::iter::repeat_n('0', usize::try_from(-point).unwrap_or(0)));
                out.push_str(&digits);
            }
            exponent => out.push_str(&format!("{digits}e{exponent}")),
        }
        out
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return if other.negative { Ordering::Greater } else { Ordering::Less },
            (false, true) => return if self.negative { Ordering::Less } else { Ordering::Greater },
            (false, false) => {}
        }
        let order = match (self.negative, other.negative) {
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            _ => self.magnitude().cmp(&other.magnitude()).then_with(|| self.digits.cmp(&other.digits)),
        };
        if self.negative { order.reverse() } else { order }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Decimal {
    /// The power of ten just above it.
    fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }
}

/// The power after `e`; one beyond 64 bits is as good as the greatest.
fn power_of(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || digits.bytes().any(|byte| !byte.is_ascii_digit()) {
        return None;
    }
    let far = if text.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
    let power: i64 = text.strip_prefix('+').unwrap_or(text).parse().unwrap_or(far);
    Some(power.clamp(i64::MIN / 4, i64::MAX / 4))
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn numbers_compare_by_value() {
        let sorted = [
            "-1e400",
            "-10",
            "-9.5",
            "-1e-9",
            "0",
            "1e-400",
            "0.5",
            "1",
            "9007199254740992",
            "9007199254740993",
        ];
        for (at, one) in sorted.iter().enumerate() {
            for (to, other) in sorted.iter().enumerate() {
                assert_eq!(number(one).cmp(&number(other)), at.cmp(&to), "{one} {other}");
            }
        }
        assert_eq!(number("1.0"), number("1"));
        assert_eq!(number("-0"), number("0"));
        assert_eq!(number("1200e-2"), number("12"));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", "1.", "x", "1e", "1e+", ".5", "1_0"] {
            let read = Decimal::parse(text);
            assert!(read.is_none() || text == "1.", "{text} {read:?}");
        }
    }

    #[test]
    fn multiples_are_exact() {
        assert_eq!(number("0.3").is_multiple_of(&number("0.1")), Some(true));
        assert_eq!(number("4.02").is_multiple_of(&number("0.01")), Some(true));
        assert_eq!(number("0.35").is_multiple_of(&number("0.1")), Some(false));
        assert_eq!(number("9007199254740993").is_multiple_of(&number("2")), Some(false));
        assert_eq!(number("7").is_multiple_of(&number("0")), None);
    }

    #[test]
    fn texts_are_numbers_of_json() {
        for text in ["0", "-1", "12.5", "0.001", "1000", "-0.25", "9007199254740993"] {
            assert_eq!(number(text).text(), text);
        }
        assert_eq!(number("1e3").text(), "1000");
        assert_eq!(number("1e400").text(), "1e400");
        assert_eq!(Decimal::scaled(125, -2).text(), "1.25");
    }
}
