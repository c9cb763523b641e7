//! [`Decimal`]: an exact number from a document. Comparing limits and calculating multiples involves no rounding,
//! regardless of the number of digits.

use std::cmp::Ordering;

/// A decimal number: `digits × 10^exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// ASCII digits, without zeros at either end. For zero, there are no digits.
    digits: Box<str>,
    /// The exponent of the last digit; 0 for zero.
    exponent: i64,
}

/// The maximum number of digits in a scaled number.
const MAX_SCALE: i64 = 30;
/// The maximum absolute value of an exponent. Exponents outside this range are clamped.
const MAX_POWER: i64 = i64::MAX / 4;

impl Decimal {
    /// Parses a JSON number.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, power) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if ![whole, fraction, power.strip_prefix(['+', '-']).unwrap_or(power)].into_iter().all(is_digits) {
            return None;
        }
        let most = if power.starts_with('-') { -MAX_POWER } else { MAX_POWER };
        let power = power.parse().unwrap_or(most).clamp(-MAX_POWER, MAX_POWER);
        let all = [whole, fraction].concat();
        let digits = all.trim_end_matches('0');
        let exponent = power - length(fraction) + length(&all) - length(digits);
        Some(match digits.trim_start_matches('0') {
            "" => Decimal { negative: false, digits: "".into(), exponent: 0 },
            digits => Decimal { negative: text.starts_with('-'), digits: digits.into(), exponent },
        })
    }

    /// Returns `value × 10^exponent`.
    pub(crate) fn scaled(value: i128, exponent: i64) -> Option<Decimal> {
        Decimal::parse(&format!("{value}e{exponent}"))
    }

    /// Whether the number is an integer.
    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Returns the exponent of the last digit, which is at most zero.
    pub(crate) fn places(&self) -> i64 {
        self.exponent.min(0)
    }

    /// Returns the number in units of `10^exponent`, if the result is an integer with at most `MAX_SCALE` digits.
    pub(crate) fn units(&self, exponent: i64) -> Option<i128> {
        let shift = self.exponent - exponent;
        if self.digits.is_empty() {
            return Some(0);
        }
        if shift < 0 || shift + length(&self.digits) > MAX_SCALE {
            return None;
        }
        let whole = self.digits.parse::<i128>().ok()? * 10i128.pow(u32::try_from(shift).ok()?);
        Some(if self.negative { -whole } else { whole })
    }

    /// Whether the number is a multiple of another number. Returns `None` if the numbers differ too much in magnitude
    /// or the other number is zero.
    pub(crate) fn is_multiple_of(&self, step: &Decimal) -> Option<bool> {
        let exponent = self.exponent.min(step.exponent);
        Some(self.units(exponent)?.checked_rem(step.units(exponent)?)? == 0)
    }

    /// Formats the number for JSON, without an exponent if the result is short.
    pub(crate) fn text(&self) -> String {
        let (sign, digits) = (if self.negative { "-" } else { "" }, &self.digits);
        let places = usize::try_from(self.exponent.unsigned_abs()).unwrap_or(usize::MAX);
        match self.exponent {
            0 if digits.is_empty() => "0".to_owned(),
            0..=24 => format!("{sign}{digits}{}", "0".repeat(places)),
            -24..=-1 => {
                let padded = format!("{digits:0>width$}", width = places + 1);
                let (whole, fraction) = padded.split_at(padded.len() - places);
                format!("{sign}{whole}.{fraction}")
            }
            exponent => format!("{sign}{digits}e{exponent}"),
        }
    }

    /// Returns 0 for zero, 1 for a positive number, and -1 for a negative number.
    fn sign(&self) -> i8 {
        if self.digits.is_empty() { 0 } else { 1 - 2 * i8::from(self.negative) }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // The exponent of the smallest power of ten that's larger than the number's absolute value.
        let magnitude = |number: &Self| number.exponent + length(&number.digits);
        let order = magnitude(self).cmp(&magnitude(other)).then_with(|| self.digits.cmp(&other.digits));
        self.sign().cmp(&other.sign()).then(if self.negative { order.reverse() } else { order })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the number of digits, for calculations with exponents.
fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(MAX_POWER)
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
            assert_eq!(Decimal::parse(text), None, "{text}");
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
        assert_eq!(Decimal::scaled(125, -2), Some(number("1.25")));
    }
}
