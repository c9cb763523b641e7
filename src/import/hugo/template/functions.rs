//! The functions of templates, one row each. The names are lowercase and without the namespace.

use md5::{Digest, Md5};
use minijinja::Value;
use minijinja::value::{Serde, ValueKind};
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};

use super::run::Run;
use super::value::{Item, Result, argument, is_true, limited, regex, safe, text, unknown, weigh, words};
use super::{collections, dates, texts};
use crate::import::shortcodes::{fenced, without_entities, without_tags};
use crate::path::slugify;

type Function = fn(&mut Run<'_>, &[Value]) -> Result<Value>;

const FUNCTIONS: &[(&[&str], Function)] = &[
    // Values.
    (&["site"], |_, _| Ok(Value::from_object(Item::Site))),
    (&["hugo"], |_, _| Ok(Value::from_object(Item::Hugo))),
    (&["page"], |run, _| Ok(Value::from_object(Item::Page(run.scope.values.current())))),
    (&["newscratch", "scratch"], |_, _| Ok(Item::scratch())),
    (&["dict", "dictionary"], |_, args| collections::table(args)),
    (&["slice"], |_, args| Ok(args.iter().cloned().collect())),
    (&["string", "tostring"], |_, args| Ok(Value::from(words(args, 0)?))),
    (&["int", "toint"], |_, args| Ok((texts::number(argument(args, 0)?)?.trunc() as i64).into())),
    (&["float", "tofloat"], |_, args| Ok(texts::number(argument(args, 0)?)?.into())),
    (&["ismap"], |_, args| Ok((argument(args, 0)?.kind() == ValueKind::Map).into())),
    (&["isslice"], |_, args| Ok((argument(args, 0)?.kind() == ValueKind::Seq).into())),
    (&["errorf", "erroridf"], |_, _| Err(unknown("data or pages that docgen doesn't find"))),
    (&["warnf", "warnidf", "debug"], |_, _| Ok(Value::from(""))),
    // Conditions.
    (&["eq"], |_, args| {
        let first = argument(args, 0)?;
        Ok(args.iter().skip(1).any(|other| collections::is_same(first, other)).into())
    }),
    (&["ne"], |_, args| Ok((!collections::is_same(argument(args, 0)?, argument(args, 1)?)).into())),
    (&["lt"], |_, args| Ok(collections::order(argument(args, 0)?, argument(args, 1)?).is_lt().into())),
    (&["le"], |_, args| Ok(collections::order(argument(args, 0)?, argument(args, 1)?).is_le().into())),
    (&["gt"], |_, args| Ok(collections::order(argument(args, 0)?, argument(args, 1)?).is_gt().into())),
    (&["ge"], |_, args| Ok(collections::order(argument(args, 0)?, argument(args, 1)?).is_ge().into())),
    (&["and"], |_, args| {
        Ok(args.iter().find(|one| !is_true(one)).or(args.last()).cloned().unwrap_or_default())
    }),
    (&["or"], |_, args| {
        Ok(args.iter().find(|one| is_true(one)).or(args.last()).cloned().unwrap_or_default())
    }),
    (&["not"], |_, args| Ok((!is_true(argument(args, 0)?)).into())),
    (&["cond", "conditional"], |_, args| {
        Ok(argument(args, if is_true(argument(args, 0)?) { 1 } else { 2 })?.clone())
    }),
    (&["default"], |_, args| {
        let value = args.get(1).filter(|value| is_true(value) || value.kind() == ValueKind::Bool);
        Ok(value.unwrap_or(argument(args, 0)?).clone())
    }),
    (&["group"], |_, args| Ok(collections::group(argument(args, 0)?.clone(), argument(args, 1)?.clone()))),
    (&["isset"], |_, args| {
        let key = argument(args, 1)?;
        Ok((!collections::item(argument(args, 0)?, key)?.is_undefined()).into())
    }),
    // Numbers.
    (&["add"], |_, args| texts::folded('+', args)),
    (&["sub"], |_, args| texts::folded('-', args)),
    (&["mul"], |_, args| texts::folded('*', args)),
    (&["div"], |_, args| texts::folded('/', args)),
    (&["mod"], |_, args| texts::folded('%', args)),
    (&["modbool"], |_, args| Ok((!is_true(&texts::folded('%', args)?)).into())),
    (&["min"], |_, args| texts::folded('m', args)),
    (&["max"], |_, args| texts::folded('M', args)),
    (&["floor"], |_, args| Ok(texts::whole(texts::number(argument(args, 0)?)?.floor()))),
    (&["ceil"], |_, args| Ok(texts::whole(texts::number(argument(args, 0)?)?.ceil()))),
    (&["round"], |_, args| Ok(texts::whole(texts::number(argument(args, 0)?)?.round()))),
    (&["abs"], |_, args| Ok(texts::whole(texts::number(argument(args, 0)?)?.abs()))),
    (&["seq"], |_, args| collections::sequence(args)),
    (&["formatnumber", "numfmt"], |_, args| texts::grouped(args)),
    // Lists and tables.
    (&["len"], |_, args| {
        let value = argument(args, 0)?;
        Ok(value.as_str().map_or_else(|| value.len().unwrap_or(0), str::len).into())
    }),
    (&["index"], |run, args| {
        let (value, keys) = args.split_first().ok_or_else(|| unknown("a missing argument"))?;
        // The keys can also be a list.
        let keys = match keys {
            [list] if list.kind() == ValueKind::Seq => collections::items(list)?,
            keys => keys.to_vec(),
        };
        let found = keys.iter().try_fold(value.clone(), |value, key| collections::item(&value, key))?;
        let name = keys.last().and_then(Value::as_str).filter(|name| !name.is_empty());
        Ok(match name.filter(|_| value.kind() == ValueKind::Map) {
            Some(name) => run.sought(found, || format!("the value `{name}`")),
            None => found,
        })
    }),
    (&["first"], |_, args| collections::part(argument(args, 1)?, 0, Some(argument(args, 0)?))),
    (&["last"], |_, args| {
        let (count, list) = (argument(args, 0)?, argument(args, 1)?);
        let skipped = list.len().unwrap_or(0).saturating_sub(usize::try_from(count.clone()).unwrap_or(0));
        collections::part(list, skipped, None)
    }),
    (&["after"], |_, args| {
        collections::part(argument(args, 1)?, usize::try_from(argument(args, 0)?.clone()).unwrap_or(0), None)
    }),
    (&["where"], collections::filtered),
    (&["sort"], collections::sorted),
    (&["reverse"], |_, args| {
        let mut items = collections::items(argument(args, 0)?)?;
        items.reverse();
        Ok(items.into_iter().collect())
    }),
    (&["uniq"], |_, args| Ok(collections::without_repeated(collections::items(argument(args, 0)?)?))),
    (&["append"], |_, args| {
        let (list, added) = args.split_last().ok_or_else(|| unknown("a missing argument"))?;
        match added {
            [other] if other.kind() == ValueKind::Seq => collections::joined(list, other),
            _ => collections::joined(list, &added.iter().cloned().collect()),
        }
    }),
    (&["union"], |_, args| {
        let both = collections::joined(argument(args, 0)?, argument(args, 1)?)?;
        Ok(collections::without_repeated(collections::items(&both)?))
    }),
    (&["intersect"], |_, args| collections::common(argument(args, 0)?, argument(args, 1)?, true)),
    (&["complement"], |_, args| collections::common(argument(args, 1)?, argument(args, 0)?, false)),
    (&["in"], |_, args| Ok(collections::has(argument(args, 0)?, argument(args, 1)?)?.into())),
    (&["merge"], |_, args| collections::merged(args)),
    (&["delimit"], |_, args| {
        let mut texts = Vec::new();
        for item in collections::items(argument(args, 0)?)? {
            texts.push(text(&item)?.into_owned());
        }
        let (between, last) = (words(args, 1)?, args.get(2));
        Ok(Value::from(match (last, texts.pop()) {
            (Some(last), Some(end)) if !texts.is_empty() => {
                format!("{}{}{end}", texts.join(&between), text(last)?)
            }
            (_, Some(end)) => {
                texts.push(end);
                texts.join(&between)
            }
            _ => String::new(),
        }))
    }),
    (&["apply"], |run, args| {
        let name = words(args, 1)?;
        let mut results = Vec::new();
        for item in collections::items(argument(args, 0)?)? {
            // The function gets the item in place of the text `.`.
            let own = args[2..]
                .iter()
                .map(|own| if own.as_str() == Some(".") { item.clone() } else { own.clone() });
            let own: Vec<Value> = own.collect();
            results.push(call(run, &name, &own)?);
        }
        Ok(results.into_iter().collect())
    }),
    (&["shuffle"], |_, args| Ok(argument(args, 0)?.clone())),
    (&["symdiff"], |_, args| {
        let (one, other) = (argument(args, 0)?, argument(args, 1)?);
        collections::joined(
            &collections::common(one, other, false)?,
            &collections::common(other, one, false)?,
        )
    }),
    // Numbers that differ between the calls on a page.
    (
        &["counter", "now.unix", "now.unixmilli", "now.unixmicro", "now.unixnano", "now.nanosecond"],
        |run, _| Ok(run.scope.count.into()),
    ),
    // Text.
    (&["lower", "tolower"], |_, args| Ok(Value::from(words(args, 0)?.to_lowercase()))),
    (&["upper", "toupper"], |_, args| Ok(Value::from(words(args, 0)?.to_uppercase()))),
    (&["title"], |_, args| Ok(Value::from(texts::titled(&words(args, 0)?)))),
    (&["humanize"], |_, args| Ok(Value::from(texts::humanized(&words(args, 0)?)))),
    (&["firstupper"], |_, args| Ok(Value::from(crate::import::inline::capitalized(&words(args, 0)?)))),
    (&["trim"], |_, args| {
        let marks = words(args, 1)?;
        Ok(Value::from(words(args, 0)?.trim_matches(|c| marks.contains(c))))
    }),
    (&["trimleft"], |_, args| {
        let marks = words(args, 0)?;
        Ok(Value::from(words(args, 1)?.trim_start_matches(|c| marks.contains(c))))
    }),
    (&["trimright"], |_, args| {
        let marks = words(args, 0)?;
        Ok(Value::from(words(args, 1)?.trim_end_matches(|c| marks.contains(c))))
    }),
    (&["trimspace"], |_, args| Ok(like(argument(args, 0)?, words(args, 0)?.trim()))),
    (&["chomp"], |_, args| Ok(like(argument(args, 0)?, words(args, 0)?.trim_end_matches(['\n', '\r'])))),
    (&["trimprefix"], |_, args| {
        let own = words(args, 1)?;
        Ok(Value::from(own.strip_prefix(&words(args, 0)?).unwrap_or(&own)))
    }),
    (&["trimsuffix"], |_, args| {
        let own = words(args, 1)?;
        Ok(Value::from(own.strip_suffix(&words(args, 0)?).unwrap_or(&own)))
    }),
    (&["hasprefix"], |_, args| Ok(words(args, 0)?.starts_with(&words(args, 1)?).into())),
    (&["hassuffix"], |_, args| Ok(words(args, 0)?.ends_with(&words(args, 1)?).into())),
    (&["contains"], |_, args| Ok(words(args, 0)?.contains(&words(args, 1)?).into())),
    (&["containsany"], |_, args| {
        let marks = words(args, 1)?;
        Ok(words(args, 0)?.contains(|c| marks.contains(c)).into())
    }),
    (&["replace", "replaceall"], |run, args| {
        let (own, old, new) = (words(args, 0)?, words(args, 1)?, words(args, 2)?);
        run.charge(own.len() / 16)?;
        limited(own.matches(&old).count().saturating_mul(new.len()))?;
        Ok(Value::from(match args.get(3) {
            Some(count) => own.replacen(&old, &new, usize::try_from(count.clone()).unwrap_or(usize::MAX)),
            None => own.replace(&old, &new),
        }))
    }),
    (&["replacere"], |run, args| {
        let (pattern, new, own) = (words(args, 0)?, words(args, 1)?, words(args, 2)?);
        run.charge(own.len())?;
        limited(own.len().saturating_mul(new.len()))?;
        Ok(Value::from(regex(&pattern)?.replace_all(&own, new.as_str()).into_owned()))
    }),
    (&["findre"], |run, args| {
        let own = words(args, 1)?;
        run.charge(own.len())?;
        let most = args.get(2).and_then(|most| usize::try_from(most.clone()).ok()).unwrap_or(usize::MAX);
        let regex = regex(&words(args, 0)?)?;
        Ok(regex.find_iter(&own).take(most).map(|found| Value::from(found.as_str())).collect())
    }),
    (&["split"], |run, args| {
        let own = words(args, 0)?;
        run.charge(own.len() / 16)?;
        Ok(match words(args, 1)? {
            mark if mark.is_empty() => own.chars().map(|c| Value::from(c.to_string())).collect(),
            mark => own.split(&mark).map(Value::from).collect(),
        })
    }),
    (&["substr", "slicestring"], |_, args| texts::substring(args)),
    (&["truncate"], |_, args| texts::truncated(args)),
    (&["repeat"], |_, args| {
        let (count, own) = (texts::number(argument(args, 0)?)?.max(0.0) as usize, words(args, 1)?);
        limited(own.len().saturating_mul(count))?;
        Ok(Value::from(own.repeat(count)))
    }),
    (&["countrunes", "runecount"], |_, args| Ok(words(args, 0)?.chars().count().into())),
    (&["countwords"], |_, args| Ok(words(args, 0)?.split_whitespace().count().into())),
    (&["print"], |_, args| {
        let parts = args.iter().map(text).collect::<Result<Vec<_>>>()?;
        Ok(Value::from(parts.concat()))
    }),
    (&["println"], |_, args| {
        let parts = args.iter().map(text).collect::<Result<Vec<_>>>()?;
        Ok(Value::from(parts.join(" ") + "\n"))
    }),
    (&["printf"], |_, args| texts::formatted(args)),
    (&["i18n", "t", "translate"], texts::translated),
    (&["dateformat"], |_, args| dates::formatted(&words(args, 1)?, &words(args, 0)?)),
    (&["format"], |_, args| dates::formatted(&words(args, 1)?, &words(args, 0)?)),
    (&["time", "astime"], |_, args| dates::of(argument(args, 0)?)),
    (&["findresubmatch"], |run, args| {
        let own = words(args, 1)?;
        run.charge(own.len())?;
        let most = args.get(2).and_then(|most| usize::try_from(most.clone()).ok()).unwrap_or(usize::MAX);
        let regex = regex(&words(args, 0)?)?;
        let groups = |found: regex_lite::Captures<'_>| -> Value {
            found.iter().map(|group| Value::from(group.map_or("", |group| group.as_str()))).collect()
        };
        Ok(regex.captures_iter(&own).take(most).map(groups).collect())
    }),
    (&["count"], |_, args| {
        let (part, own) = (words(args, 0)?, words(args, 1)?);
        Ok(if part.is_empty() { own.chars().count() + 1 } else { own.matches(&part).count() }.into())
    }),
    // HTML, Markdown, and data.
    (
        &["safehtml", "safehtmlattr", "safeurl", "safecss", "safejs", "html", "htmlattr", "url", "css", "js"],
        |_, args| Ok(safe(words(args, args.len().saturating_sub(1))?)),
    ),
    (&["htmlescape"], |_, args| Ok(safe(crate::import::shortcodes::escaped(&words(args, 0)?)))),
    (&["htmlunescape"], |_, args| Ok(Value::from(without_entities(&words(args, 0)?)))),
    (&["emojify"], |_, args| Ok(argument(args, 0)?.clone())),
    (&["plainify"], |_, args| Ok(Value::from(without_tags(&words(args, 0)?)))),
    (&["markdownify"], |run, args| {
        let source = words(args, 0)?;
        run.rendered(&source, false)
    }),
    (&["highlight"], |run, args| {
        let code = fenced(&words(args, 1)?, words(args, 0)?.trim_matches('\n'));
        run.charge(code.len() / 16)?;
        Ok(safe(format!("\n\n{}\n\n", code.trim_matches('\n'))))
    }),
    (&["jsonify"], |_, args| {
        let value = argument(args, args.len().saturating_sub(1))?;
        weigh(value, &mut 100_000)?;
        Ok(Value::from(serde_json::to_string(value).map_err(|_| unknown("`jsonify`"))?))
    }),
    (&["unmarshal"], |run, args| {
        let value = argument(args, args.len().saturating_sub(1))?;
        let (content, name) = match value.downcast_object_ref::<Item>() {
            Some(Item::Resource(file)) => (run.scope.values.file(&file.path), file.path.clone()),
            _ => (Some(words(args, args.len() - 1)?), "data.yaml".to_owned()),
        };
        let found = content.and_then(|content| run.scope.values.parsed(&name, &content));
        found.map(|json| Value::from(Serde(json))).ok_or_else(|| unknown("data in another format"))
    }),
    (&["remarshal"], |run, args| {
        let value = argument(args, 1)?;
        let data = match value.as_str() {
            Some(source) => {
                run.charge(source.len())?;
                let start = source.trim_start();
                let is_toml =
                    !start.starts_with(['{', '[']) && start.lines().any(|line| line.contains(" = "));
                let name = if is_toml { "data.toml" } else { "data.yaml" };
                let found = run.scope.values.parsed(name, source);
                found.ok_or_else(|| unknown("data in another format"))?
            }
            None => {
                weigh(value, &mut 100_000)?;
                serde_json::to_value(value).map_err(|_| unknown("`Remarshal`"))?
            }
        };
        let text = match &*words(args, 0)?.to_ascii_lowercase() {
            "json" => serde_json::to_string_pretty(&data).ok(),
            "toml" => toml::to_string_pretty(&data).ok(),
            "yaml" | "yml" => serde_saphyr::to_string(&data).ok(),
            _ => None,
        };
        Ok(Value::from(text.ok_or_else(|| unknown("data in another format"))?))
    }),
    (&["md5"], |_, args| Ok(hexadecimal(&Md5::digest(&*words(args, 0)?)))),
    (&["sha1"], |_, args| {
        Ok(hexadecimal(digest(&SHA1_FOR_LEGACY_USE_ONLY, words(args, 0)?.as_bytes()).as_ref()))
    }),
    (&["sha256"], |_, args| Ok(hexadecimal(digest(&SHA256, words(args, 0)?.as_bytes()).as_ref()))),
    // URLs and files.
    (&["urls.parse"], |_, args| {
        let own = words(args, 0)?;
        let base = url::Url::parse("relative://x/").map_err(|_| unknown("a URL"))?;
        let url = base.join(&own).map_err(|_| unknown("a URL that isn't valid"))?;
        let is_relative = url.scheme() == "relative";
        let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
        let host = url.host_str().filter(|_| !is_relative).unwrap_or_default();
        let path = own.split(['?', '#']).next().unwrap_or_default();
        Ok(Value::from_pairs([
            ("Scheme", Value::from(if is_relative { "" } else { url.scheme() })),
            ("Host", Value::from(format!("{host}{port}"))),
            ("Hostname", Value::from(host)),
            ("Port", Value::from(port.trim_start_matches(':'))),
            ("Path", Value::from(if is_relative { path } else { url.path() })),
            ("RawQuery", Value::from(url.query().unwrap_or_default())),
            ("Fragment", Value::from(url.fragment().unwrap_or_default())),
            ("IsAbs", Value::from(!is_relative)),
            ("String", Value::from(&*own)),
        ]))
    }),
    (&["relurl", "absurl", "rellangurl", "abslangurl"], |_, args| {
        let url = words(args, 0)?;
        let is_whole = url.starts_with('/') || url.starts_with('#') || url.contains("://");
        Ok(Value::from(if is_whole { url } else { format!("/{url}") }))
    }),
    (&["ref", "relref"], |run, args| {
        let page = match argument(args, 0)?.downcast_object_ref::<Item>() {
            Some(Item::Page(page)) => *page,
            _ => run.scope.values.current(),
        };
        let page = Value::from_object(Item::Page(page));
        run.field(&page, "RelRef", &args[1..])
    }),
    (&["urlize", "anchorize"], |_, args| Ok(Value::from(slugify(&words(args, 0)?)))),
    (&["urlquery", "querify"], |_, args| match args {
        [value] => Ok(Value::from(&*crate::path::encode_path(&text(value)?))),
        _ => Err(unknown("`querify`")),
    }),
    (&["base"], |_, args| Ok(Value::from(words(args, 0)?.rsplit('/').next().unwrap_or_default()))),
    (&["basename"], |_, args| {
        let path = words(args, 0)?;
        let name = path.rsplit('/').next().unwrap_or_default();
        Ok(Value::from(name.rsplit_once('.').map_or(name, |(stem, _)| stem)))
    }),
    (&["dir"], |_, args| Ok(Value::from(words(args, 0)?.rsplit_once('/').map_or(".", |(dir, _)| dir)))),
    (&["ext"], |_, args| {
        let path = words(args, 0)?;
        let name = path.rsplit('/').next().unwrap_or_default();
        Ok(Value::from(name.rfind('.').map_or("", |at| &name[at..])))
    }),
    (&["join"], |_, args| {
        let parts = args.iter().map(text).collect::<Result<Vec<_>>>()?;
        let is_absolute = parts.first().is_some_and(|part| part.starts_with('/'));
        let path = crate::path::SourcePath::new(parts.join("/"));
        Ok(Value::from(format!("{}{path}", if is_absolute { "/" } else { "" })))
    }),
    (&["joinpath"], |_, args| {
        let parts = args.iter().map(text).collect::<Result<Vec<_>>>()?;
        Ok(Value::from(parts.join("/")))
    }),
    (&["readfile"], |run, args| {
        let found = run.scope.values.file(&words(args, 0)?);
        found.map(Value::from).ok_or_else(|| unknown("a file that doesn't exist"))
    }),
    (&["fileexists"], |run, args| {
        let path = words(args, 0)?;
        let found = run.scope.values.file(&path).map_or(Value::UNDEFINED, |_| true.into());
        Ok((!run.sought(found, || format!("the file `{path}`")).is_undefined()).into())
    }),
    (&["resources.get", "resources.getmatch"], |run, args| {
        let name = words(args, 0)?;
        let first = run.scope.values.resources(&name).into_iter().next();
        let first = first.map_or(Value::UNDEFINED, |file| Value::from_object(Item::Resource(file)));
        Ok(run.sought(first, || format!("the file `{name}`")))
    }),
    (&["resources.match"], |run, args| {
        let pattern = words(args, 0)?;
        let files = run.scope.values.resources(&pattern).into_iter();
        let files = files.map(|file| Value::from_object(Item::Resource(file))).collect();
        Ok(run.sought(files, || format!("files that match `{pattern}`")))
    }),
    (&["resources.fingerprint", "resources.minify", "fingerprint", "minify"], |_, args| {
        Ok(args.last().cloned().unwrap_or_default())
    }),
    (&["templates.current.name"], |run, _| {
        Ok(Value::from(format!("_shortcodes/{}.html", run.scope.call.name)))
    }),
    (&["templates.exists"], |run, args| {
        let name = words(args, 0)?;
        let bare = ["partials/", "_partials/"].iter().find_map(|folder| name.strip_prefix(folder));
        Ok(bare.is_some_and(|name| run.scope.values.partial(name).is_some()).into())
    }),
    (&["partial", "partialcached", "include", "includecached"], |run, args| {
        let name = words(args, 0)?;
        run.partial(&name, args.get(1).cloned().unwrap_or_default())
    }),
];

/// The namespaces of functions whose names are unique.
const NAMESPACES: [&str; 20] = [
    "crypto",
    "strings",
    "collections",
    "transform",
    "safe",
    "urls",
    "path",
    "math",
    "compare",
    "fmt",
    "lang",
    "inflect",
    "cast",
    "time",
    "partials",
    "os",
    "encoding",
    "reflect",
    "templates",
    "anchors",
];

/// Runs a function.
pub(super) fn call(run: &mut Run<'_>, name: &str, arguments: &[Value]) -> Result<Value> {
    let bare = match name.split_once('.') {
        Some(("strings", "SliceString")) => "slicestring",
        Some(("urls", "JoinPath")) => "joinpath",
        Some(("urls", "Parse")) => "urls.parse",
        Some(("time", "Now")) => "now",
        Some(("templates", "Exists")) => "templates.exists",
        Some(("templates", "Current.Name")) => "templates.current.name",
        Some((space, own)) if NAMESPACES.contains(&space) => own,
        _ => name,
    };
    let bare = bare.to_ascii_lowercase();
    let row = FUNCTIONS.iter().find(|(names, _)| names.contains(&&*bare));
    let (_, function) = row.ok_or_else(|| unknown(&format!("`{name}`")))?;
    // Most functions read each item of their arguments.
    let size =
        |value: &Value| value.as_str().map_or_else(|| value.len().unwrap_or(0), |text| text.len() / 64);
    run.charge(arguments.iter().map(size).sum())?;
    let result = function(run, arguments)?;
    limited(result.as_str().map_or_else(|| result.len().unwrap_or(0), str::len))?;
    Ok(result)
}

fn hexadecimal(bytes: &[u8]) -> Value {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
}

/// Returns a part of a text. If the whole text is HTML, the part is HTML too.
fn like(whole: &Value, part: &str) -> Value {
    if whole.is_safe() { safe(part.to_owned()) } else { Value::from(part) }
}
