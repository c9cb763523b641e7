use std::cmp::Ordering;

use super::{Age, discovered};
use crate::fixture::Numbers;
use crate::site::tests::site;

/// Returns a random semantic version.
fn semver(numbers: &mut Numbers) -> String {
    let mut text = format!("{}.{}.{}", numbers.below(3), numbers.below(12), numbers.below(2));
    let identifiers =
        ["0", "2", "10", "alpha", "beta", "rc", "rc1", "rc10", "RC", "x-y", "lts", "next", "0a"];
    for (at, sign) in [(0, '-'), (1, '+')] {
        for part in 0..numbers.below(3).min(numbers.below(4)) {
            let identifier = identifiers[numbers.below(identifiers.len() - at)];
            text.push(if part == 0 { sign } else { '.' });
            text.push_str(identifier);
        }
    }
    text
}

/// Returns a random valid folder name.
fn name(numbers: &mut Numbers) -> String {
    let parts = [
        "1",
        "2",
        "10",
        "0",
        "007",
        "v",
        "V",
        ".",
        ".",
        "-",
        "_",
        " ",
        "+",
        "x",
        "beta",
        "rc",
        "next",
        "lts",
        "main",
        "release",
        "jammy",
        "latest",
        "é",
        "99999999999999999999999",
        "",
    ];
    (0..=numbers.below(6)).map(|_| parts[numbers.below(parts.len())]).collect()
}

#[test]
fn versions_are_ordered_as_semver_orders_them() {
    let numbers = &mut Numbers(11);
    for _ in 0..20_000 {
        let (a, b) = (semver(numbers), semver(numbers));
        let parse = |text: &str| semver::Version::parse(text).expect("it is a version of semver");
        let expected = parse(&a).cmp_precedence(&parse(&b));
        for (a, b) in [(a.clone(), b.clone()), (format!("v{a}"), b.clone()), (a.clone(), format!("V{b}"))] {
            let found = Age::of(&a).cmp(&Age::of(&b));
            assert_eq!(found, expected, "{a} and {b}");
            assert_eq!(Age::of(&a).is_prerelease(), !parse(a.trim_start_matches('v')).pre.is_empty(), "{a}");
        }
    }
}

#[test]
fn names_that_are_no_versions_of_semver_have_an_order_too() {
    let ordered = [
        "next",
        "latest",
        "10.0",
        "v9",
        "3.x",
        "3.1",
        "3.0-lts",
        "3.0",
        "3.0rc10",
        "3.0rc9",
        "3.0b2",
        "2024-10",
        "2024-09-30",
        "2024-09-03",
    ];
    for (at, newer) in ordered.iter().enumerate().take(11) {
        for older in &ordered[at + 1..11] {
            assert_eq!(Age::of(newer).cmp(&Age::of(older)), Ordering::Greater, "{newer} and {older}");
        }
    }
    for pair in
        ordered[11..].windows(2).chain([["noble", "jammy"].as_slice(), &["sp10", "sp9"], &["1.0", "jammy"]])
    {
        assert_eq!(Age::of(pair[0]).cmp(&Age::of(pair[1])), Ordering::Greater, "{pair:?}");
    }
    let prereleases = [
        "next",
        "Canary",
        "nightly",
        "main",
        "dev",
        "2.0-rc.1",
        "2.0.0-0",
        "v2.0-beta",
        "2.0b1",
        "2.0.0.rc1",
        "3.x-dev",
        "release-2.0-beta",
        "acme-2.0-beta",
        "beta-2",
    ];
    for name in prereleases {
        assert!(Age::of(name).is_prerelease(), "{name}");
    }
    let releases = [
        "1",
        "v1",
        "1.0",
        "1.x",
        "1.0.0+build.5",
        "2024-10",
        "2024-10-01",
        "3.0-lts",
        "3.0-final",
        "jammy",
        "latest",
        "stable",
        "release-2.0",
        "acme-2.0",
        "acme-2.0-docs",
        "1.0.0.4",
    ];
    for name in releases {
        assert!(!Age::of(name).is_prerelease(), "{name}");
    }
}

#[test]
fn readers_are_led_to_the_highest_release_there_is() {
    let numbers = &mut Numbers(17);
    for _ in 0..5_000 {
        let mut names: Vec<String> = (0..=numbers.below(5)).map(|_| name(numbers)).collect();
        names.sort();
        names.dedup();
        let versions = discovered(names.iter().map(String::as_str));
        assert_eq!(versions.len(), names.len());
        for pair in versions.windows(2) {
            assert_ne!(Age::of(pair[0]).cmp(&Age::of(pair[1])), Ordering::Less, "{versions:?}");
        }
        let mut reversed = names.clone();
        reversed.reverse();
        assert_eq!(
            discovered(reversed.iter().map(String::as_str)),
            versions,
            "whatever order the disk gives"
        );
    }
    let last = |folders: &[&str], config: &str| {
        let files: String =
            folders.iter().map(|name| format!("//- content/versions/{name}/docs/a.md\n")).collect();
        let (site, problems) = site(&format!("//- docgen.toml\n{config}\n//- content/docs/a.md\n{files}"));
        assert_eq!(problems, []);
        let banners = site.versions.iter().map(|version| format!("{} {:?}", version.name, version.banner));
        let last = site.versions.iter().find(|version| version.last).expect("one version is the last");
        format!("{}: {}", last.name, banners.collect::<Vec<_>>().join(", "))
    };
    assert_eq!(
        last(&["1.0.0", "1.0.0-beta", "0.9.0"], ""),
        "1.0.0: current Unreleased, 1.0.0 None, 1.0.0-beta Unmaintained, 0.9.0 Unmaintained"
    );
    assert_eq!(
        last(&["1.0.0", "2.0-rc.1", "canary"], ""),
        "1.0.0: current Unreleased, canary Unreleased, 2.0-rc.1 Unreleased, 1.0.0 None"
    );
    assert_eq!(
        last(&["1.0.0-alpha", "1.0.0-beta"], ""),
        "1.0.0-beta: current Unreleased, 1.0.0-beta None, 1.0.0-alpha Unmaintained"
    );
    let listed = "docs.versions = [{ name = 'current' }, { name = '2.0-rc.1' }, { name = '1.0' }]";
    assert_eq!(last(&["1.0", "2.0-rc.1"], listed), "1.0: current Unreleased, 2.0-rc.1 Unreleased, 1.0 None");
    let chosen = format!("{listed}\ndocs.last_version = '2.0-rc.1'");
    assert_eq!(
        last(&["1.0", "2.0-rc.1"], &chosen),
        "2.0-rc.1: current Unreleased, 2.0-rc.1 None, 1.0 Unmaintained"
    );
}
