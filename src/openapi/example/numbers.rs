//! Generates numbers within limits, without rounding.

use crate::openapi::{Json, merge::Merged, number::Decimal};

/// A timestamp in seconds since 1970, for formats that use seconds: 2024-01-15T09:30:00Z.
const MOMENT: &str = "1705311000";

/// Returns a number that matches the limits, or `None` if no such number is found.
pub(super) fn number(merged: &Merged<'_>, integer: bool) -> Option<Json> {
    let limits = Limits::of(merged, integer, 0);
    let is_moment = matches!(merged.format, Some("unix-time" | "timestamp" | "unix-timestamp"));
    let usual = [is_moment.then_some(MOMENT), (!integer).then_some("1.5"), Some("1")];
    let fitting = [limits.near(&limits.least, -1), limits.near(&limits.most, 1), limits.middle()];
    let bound = |bound: &Bound| bound.as_ref().map(|(number, _)| number.clone());
    let last = [limits.one_step(), Decimal::parse("0"), bound(&limits.least), bound(&limits.most)];
    let candidates = usual.into_iter().map(|text| Decimal::parse(text?)).chain(fitting).chain(last);
    let found = candidates.flatten().find(|number| limits.allow(number))?;
    Some(Json::Number(found.text().into()))
}

/// Returns the next larger number, if that number matches the limits.
pub(super) fn step(merged: &Merged<'_>, text: &str) -> Option<Json> {
    let number = Decimal::parse(text)?;
    let limits = Limits::of(merged, number.is_integer(), number.places());
    let next = Decimal::scaled(number.units(limits.places)?.checked_add(limits.unit?)?, limits.places)?;
    limits.allow(&next).then(|| Json::Number(next.text().into()))
}

/// A limit, and whether it's exclusive.
type Bound = Option<(Decimal, bool)>;

struct Limits {
    integer: bool,
    least: Bound,
    most: Bound,
    steps: Vec<Decimal>,
    /// The exponent of a power of ten that divides all bounds and steps without a remainder.
    places: i64,
    /// The least common multiple of the steps, in units of that power of ten. If there are no steps, this value is the
    /// number 1 in these units.
    unit: Option<i128>,
}

impl Limits {
    /// Returns the limits that a schema sets for numbers. If the limits and steps don't need more digits, `places` is
    /// the exponent of the last digit.
    fn of(merged: &Merged<'_>, integer: bool, places: i64) -> Limits {
        let read = |limit: &Option<(Box<str>, bool)>| {
            limit.as_ref().and_then(|(text, excluded)| Some((Decimal::parse(text)?, *excluded)))
        };
        let (least, most) = (read(&merged.limits.minimum), read(&merged.limits.maximum));
        let steps = merged.multiples.iter().copied().chain(integer.then_some("1"));
        let steps: Vec<Decimal> = steps.filter_map(Decimal::parse).collect();
        let bounds = [&least, &most].into_iter().flatten().map(|(number, _)| number);
        let places = bounds.chain(&steps).map(Decimal::places).fold(places, i64::min);
        let places = if steps.is_empty() { places - 1 } else { places };
        let unit = if steps.is_empty() {
            u32::try_from(-places).ok().and_then(|power| 10i128.checked_pow(power))
        } else {
            steps.iter().try_fold(1i128, |all, step| {
                let step = step.units(places).filter(|step| *step > 0)?;
                all.checked_mul(step / common_divisor(all, step))
            })
        };
        Limits { integer, least, most, steps, places, unit }
    }

    fn allow(&self, number: &Decimal) -> bool {
        let least = self.least.as_ref().is_none_or(|(least, out)| number > least || !out && number == least);
        let most = self.most.as_ref().is_none_or(|(most, out)| number < most || !out && number == most);
        least
            && most
            && (!self.integer || number.is_integer())
            && self.steps.iter().all(|step| number.is_multiple_of(step) == Some(true))
    }

    /// Returns the number that matches the steps and is nearest to a bound. `side` is 1 if the bound is a maximum, and
    /// -1 if it's a minimum.
    fn near(&self, bound: &Bound, side: i128) -> Option<Decimal> {
        let ((number, excluded), unit) = (bound.as_ref()?, self.unit?);
        let inner = side * number.units(self.places)? - i128::from(*excluded);
        Decimal::scaled(side * inner.div_euclid(unit).checked_mul(unit)?, self.places)
    }

    fn middle(&self) -> Option<Decimal> {
        let ((least, _), (most, _)) = (self.least.as_ref()?, self.most.as_ref()?);
        let sum = least.units(self.places)? + most.units(self.places)?;
        Decimal::scaled(sum.div_euclid(2), self.places)
    }

    /// Returns `unit` as a number, or `None` if there's a bound or no `unit`.
    fn one_step(&self) -> Option<Decimal> {
        let open = self.least.is_none() && self.most.is_none();
        Decimal::scaled(self.unit.filter(|_| open)?, self.places)
    }
}

fn common_divisor(one: i128, two: i128) -> i128 {
    if two == 0 { one } else { common_divisor(two, one % two) }
}
