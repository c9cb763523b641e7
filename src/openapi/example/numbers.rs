//! Numbers within limits, exactly.

use crate::openapi::Json;
use crate::openapi::merge::Merged;
use crate::openapi::number::Decimal;

/// A moment in seconds since 1970, for the formats that say so: 2024-01-15T09:30:00Z.
const MOMENT: &str = "1705311000";

/// A number that satisfies the limits; `None` if none was found.
pub(super) fn number(merged: &Merged<'_>, integer: bool) -> Option<Json> {
    let limits = Limits::of(merged, integer);
    let mut candidates: Vec<Decimal> = Vec::new();
    let mut add = |number: Option<Decimal>| candidates.extend(number);
    if matches!(merged.format, Some("unix-time" | "timestamp" | "unix-timestamp")) {
        add(Decimal::parse(MOMENT));
    }
    if integer {
        add(Decimal::parse("1"));
    } else {
        add(Decimal::parse("1.5"));
        add(Decimal::parse("1"));
    }
    add(limits.near_least());
    add(limits.near_most());
    add(limits.middle());
    add(Decimal::parse("0"));
    add(limits.least.as_ref().map(|(number, _)| number.clone()));
    add(limits.most.as_ref().map(|(number, _)| number.clone()));
    let fitting = candidates.into_iter().find(|number| limits.allow(number))?;
    Some(Json::Number(fitting.text().into()))
}

/// The next number that satisfies the limits.
pub(super) fn step(merged: &Merged<'_>, text: &str) -> Option<Json> {
    let number = Decimal::parse(text)?;
    let limits = Limits::of(merged, number.is_integer());
    let unit = limits.unit(number.places());
    let places = limits.places(number.places());
    let next = Decimal::scaled(number.units(places)?.checked_add(unit?)?, places);
    limits.allow(&next).then(|| Json::Number(next.text().into()))
}

struct Limits {
    integer: bool,
    /// With whether it is excluded.
    least: Option<(Decimal, bool)>,
    most: Option<(Decimal, bool)>,
    steps: Vec<Decimal>,
}

impl Limits {
    fn of(merged: &Merged<'_>, integer: bool) -> Limits {
        let read = |limit: &Option<(Box<str>, bool)>| {
            limit.as_ref().and_then(|(text, excluded)| Some((Decimal::parse(text)?, *excluded)))
        };
        let mut steps: Vec<Decimal> =
            merged.multiples.iter().filter_map(|text| Decimal::parse(text)).collect();
        if integer {
            steps.extend(Decimal::parse("1"));
        }
        let (least, most) = (read(&merged.limits.minimum), read(&merged.limits.maximum));
        Limits { integer, least, most, steps }
    }

    fn allow(&self, number: &Decimal) -> bool {
        let least = self
            .least
            .as_ref()
            .is_none_or(|(least, out)| if *out { number > least } else { number >= least });
        let most =
            self.most.as_ref().is_none_or(|(most, out)| if *out { number < most } else { number <= most });
        least
            && most
            && (!self.integer || number.is_integer())
            && self.steps.iter().all(|step| number.is_multiple_of(step) == Some(true))
    }

    /// The exponent in which all numbers here are whole.
    fn places(&self, also: i64) -> i64 {
        let limits = [&self.least, &self.most].into_iter().flatten().map(|(number, _)| number);
        let places = limits.chain(&self.steps).map(Decimal::places).min().unwrap_or(0).min(also);
        if self.steps.is_empty() { places - 1 } else { places }
    }

    /// The least common multiple of the steps, in the units of [`Limits::places`]; without steps, one.
    fn unit(&self, also: i64) -> Option<i128> {
        let places = self.places(also);
        if self.steps.is_empty() {
            return 10i128.checked_pow(u32::try_from(-places).ok()?);
        }
        self.steps.iter().try_fold(1i128, |all, step| {
            let step = step.units(places)?;
            if step <= 0 { None } else { all.checked_mul(step / common_divisor(all, step)) }
        })
    }

    /// The least number that fits, as far as steps go.
    fn near_least(&self) -> Option<Decimal> {
        let places = self.places(0);
        let unit = self.unit(0)?;
        let (least, excluded) = match &self.least {
            Some((least, excluded)) => (least.units(places)?, *excluded),
            None if self.most.is_none() => (unit, false),
            None => return None,
        };
        let up = least.checked_add(if excluded { 1 } else { 0 })?;
        let rounded = up.div_euclid(unit) + i128::from(up.rem_euclid(unit) != 0);
        Some(Decimal::scaled(rounded.checked_mul(unit)?, places))
    }

    /// The greatest number that fits, as far as steps go.
    fn near_most(&self) -> Option<Decimal> {
        let places = self.places(0);
        let unit = self.unit(0)?;
        let (most, excluded) = self.most.as_ref()?;
        let down = most.units(places)?.checked_sub(if *excluded { 1 } else { 0 })?;
        Some(Decimal::scaled(down.div_euclid(unit).checked_mul(unit)?, places))
    }

    fn middle(&self) -> Option<Decimal> {
        let places = self.places(0);
        let ((least, _), (most, _)) = (self.least.as_ref()?, self.most.as_ref()?);
        let sum = least.units(places)?.checked_add(most.units(places)?)?;
        Some(Decimal::scaled(sum.div_euclid(2), places))
    }
}

fn common_divisor(one: i128, two: i128) -> i128 {
    if two == 0 { one } else { common_divisor(two, one % two) }
}
