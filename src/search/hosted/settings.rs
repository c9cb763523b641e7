//! Provides the settings for a hosted index: the settings that the site's search requires, and good defaults for a new
//! index.

use serde_json::{Map, Value as Json, json};

use crate::config::{FacetFilter, SearchConfig};
use crate::search::record::one_line;

/// The ID prefix for synonym groups from the site's config. Other groups aren't changed.
pub(crate) const OWN_SYNONYMS: &str = "docgen-";

/// Settings by name.
pub(crate) type Settings = Map<String, Json>;

/// Returns the settings to add to the live index's settings. An index that doesn't exist or has no settings gets all
/// defaults. Existing settings stay the same, except that missing facets are added. If the facets that pages filter by
/// were missing, searches wouldn't find anything.
pub(crate) fn missing(live: Option<&Settings>, config: &SearchConfig) -> Settings {
    let nothing = Settings::new();
    let live = live.unwrap_or(&nothing);
    let is_set = |name: &str| match live.get(name) {
        None | Some(Json::Null) => false,
        Some(Json::Array(entries)) => !entries.is_empty(),
        Some(_) => true,
    };
    let mut settings = Settings::new();
    if let Some(facets) = facets(live, config) {
        settings.insert("attributesForFaceting".to_owned(), facets);
    }
    let own = ["searchableAttributes", "customRanking", "attributesForFaceting", "attributeForDistinct"];
    let is_new = !own.into_iter().any(is_set);
    for (name, value) in needed() {
        if !is_set(name) {
            settings.insert(name.to_owned(), value);
        }
    }
    if settings.contains_key("attributeForDistinct") {
        settings.insert("distinct".to_owned(), true.into());
    }
    if is_new {
        settings.extend(recommended().map(|(name, value)| (name.to_owned(), value)));
    }
    settings
}

/// Returns the settings that are required to rank and show results. With these settings, names have more weight than
/// text, each section is found only once, and word lists aren't sent to browsers.
fn needed() -> [(&'static str, Json); 4] {
    [
        (
            "searchableAttributes",
            json!([
                "unordered(hierarchy.lvl1)",
                "unordered(hierarchy.lvl2)",
                "unordered(hierarchy.lvl3)",
                "unordered(hierarchy.lvl4)",
                "unordered(hierarchy.lvl5)",
                "unordered(hierarchy.lvl6)",
                "unordered(keywords)",
                "content",
                "unordered(hierarchy.lvl0)",
                "unordered(code)",
            ]),
        ),
        (
            "customRanking",
            json!([
                "desc(weight.pageRank)",
                "desc(weight.level)",
                "asc(weight.position)",
                "desc(weight.original)",
            ]),
        ),
        ("attributeForDistinct", json!("section")),
        ("attributesToHighlight", json!(["hierarchy", "content"])),
    ]
}

/// Returns good defaults for searching documentation. Administrators of an index can choose different settings.
fn recommended() -> impl Iterator<Item = (&'static str, Json)> {
    [
        ("ranking", json!(["words", "filters", "typo", "attribute", "proximity", "exact", "custom"])),
        ("camelCaseAttributes", json!(["hierarchy", "content", "keywords", "code"])),
        ("minWordSizefor1Typo", json!(3)),
        ("minWordSizefor2Typos", json!(7)),
        ("allowTyposOnNumericTokens", json!(false)),
        ("ignorePlurals", json!(true)),
        ("advancedSyntax", json!(true)),
        ("removeWordsIfNoResults", json!("allOptional")),
    ]
    .into_iter()
}

/// Returns the index's facets and the facets that pages filter by. If the index already has all these facets, returns
/// `None`.
fn facets(live: &Settings, config: &SearchConfig) -> Option<Json> {
    let mut all: Vec<String> = match live.get("attributesForFaceting") {
        Some(Json::Array(facets)) => facets.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let mut wanted = vec!["language", config.facet.as_str(), "kind", "hierarchy.lvl0"];
    wanted.extend(config.facet_filters.iter().flat_map(|filter| {
        let tags = match filter {
            FacetFilter::One(one) => std::slice::from_ref(one),
            FacetFilter::Any(any) => any,
        };
        tags.iter().filter_map(|tag| tag.split_once(':')).map(|(name, _)| name.trim_start_matches('-'))
    }));
    if all.is_empty() {
        wanted.extend(["version", "type", "lang"]);
    }
    let had = all.len();
    for facet in wanted {
        // A facet can have a modifier: `filterOnly(language)`.
        let plain = |known: &String| known.trim_end_matches(')').rsplit('(').next() == Some(facet);
        if !all.iter().any(plain) {
            all.push(facet.to_owned());
        }
    }
    (all.len() > had).then(|| all.into())
}

/// Returns the config's synonym groups in the service's format. A group's ID is based on the group's words, so the ID
/// doesn't depend on the order of words or groups.
pub(crate) fn synonyms(config: &SearchConfig) -> Vec<Json> {
    let groups = config.index.synonyms.iter().map(|group| {
        let mut words: Vec<String> = group.iter().map(|word| one_line(word)).collect();
        words.sort_unstable();
        words.dedup();
        words.retain(|word| !word.is_empty());
        words
    });
    let group = |words: Vec<String>| {
        let hash = xxhash_rust::xxh3::xxh3_64(words.join("\n").as_bytes());
        json!({ "objectID": format!("{OWN_SYNONYMS}{hash:016x}"), "type": "synonym", "synonyms": words })
    };
    groups.filter(|words| words.len() > 1).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::{Settings, missing, synonyms};
    use crate::config::{FacetFilter, SearchConfig};
    use serde_json::{Value as Json, json};

    fn settings(json: Json) -> Settings {
        serde_json::from_value(json).expect("settings are an object")
    }

    #[test]
    fn a_new_index_gets_all_settings() {
        let config = SearchConfig::default();
        let new = missing(None, &config);
        assert_eq!(
            new["attributesForFaceting"],
            json!(["language", "docusaurus_tag", "kind", "hierarchy.lvl0", "version", "type", "lang"])
        );
        assert_eq!((&new["distinct"], &new["attributeForDistinct"]), (&json!(true), &json!("section")));
        assert!(new.contains_key("ranking"));
        let defaults =
            settings(json!({ "searchableAttributes": null, "ranking": ["typo"], "distinct": false }));
        assert_eq!(missing(Some(&defaults), &config), new, "the service's defaults don't count as set");
    }

    #[test]
    fn what_somebody_set_stays() {
        let own = settings(json!({
            "searchableAttributes": ["content"],
            "attributesForFaceting": ["filterOnly(language)", "docusaurus_tag", "kind", "searchable(hierarchy.lvl0)"],
            "customRanking": ["desc(popularity)"],
            "attributeForDistinct": "url_without_anchor",
            "distinct": 2,
            "attributesToHighlight": ["content"],
        }));
        assert_eq!(missing(Some(&own), &SearchConfig::default()), Settings::new());
    }

    #[test]
    fn facets_that_pages_filter_by_are_added() {
        let own = settings(json!({ "attributesForFaceting": ["type", "searchable(language)"] }));
        let config = SearchConfig {
            facet: "edition".into(),
            facet_filters: vec![
                FacetFilter::One("product:x".into()),
                FacetFilter::Any(vec!["-tier:free".into(), "type:lvl1".into()]),
            ],
            ..SearchConfig::default()
        };
        assert_eq!(
            missing(Some(&own), &config)["attributesForFaceting"],
            json!(["type", "searchable(language)", "edition", "kind", "hierarchy.lvl0", "product", "tier"])
        );
    }

    #[test]
    fn groups_of_synonyms_keep_their_ids() {
        let mut config = SearchConfig::default();
        let groups = |groups: &[&[&str]]| {
            groups.iter().map(|words| words.iter().map(|word| (*word).to_owned()).collect()).collect()
        };
        config.index.synonyms = groups(&[&["k8s", "kubernetes"], &["alone"], &["a", "b", "a"]]);
        let first = synonyms(&config);
        assert_eq!(first.len(), 2);
        assert_eq!(first[1]["synonyms"], json!(["a", "b"]));
        config.index.synonyms = groups(&[&["b", "a"], &["kubernetes", "k8s"]]);
        let second = synonyms(&config);
        assert_eq!((&first[0], &first[1]), (&second[1], &second[0]));
    }
}
