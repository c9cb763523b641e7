//! Formats an [`Api`] in a few lines: everything that isn't a default.

use std::fmt::Write;

use crate::openapi::{
    Api, Example, ExampleValue, Extra, Json, MediaType, Operation, ParameterIn, Requirement, Rest, Schema,
    SchemaId, SchemeKind, Style,
};

pub(super) fn outline(api: &Api) -> String {
    let mut out = String::new();
    let version = api.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
    let _ = writeln!(out, "# {}{version} ({})", api.title, api.dialect);
    if let Some(text) = api.description {
        let _ = writeln!(out, "text {:?}", api[text].source);
    }
    for server in &api.servers {
        let variables: Vec<String> = server
            .variables
            .iter()
            .map(|variable| {
                let default = variable.default.as_deref().unwrap_or_default();
                format!(" {}={default} {:?}", variable.name, variable.values)
            })
            .collect();
        let _ = writeln!(out, "server {}{}", server.url, variables.concat());
    }
    for scheme in &api.schemes {
        let kind = match &scheme.kind {
            SchemeKind::ApiKey { location, name } => format!("key {name} in {location:?}"),
            SchemeKind::Http { scheme, bearer_format } => {
                format!("http {scheme} {}", bearer_format.as_deref().unwrap_or_default())
            }
            SchemeKind::OAuth2 { flows, metadata_url } => {
                let flows: Vec<String> = flows
                    .iter()
                    .map(|flow| {
                        let urls = [
                            &flow.authorization_url,
                            &flow.device_authorization_url,
                            &flow.token_url,
                            &flow.refresh_url,
                        ];
                        let urls: Vec<&str> = urls.into_iter().flatten().map(|url| &**url).collect();
                        format!("{} {} {:?}", flow.kind, urls.join(" "), flow.scopes)
                    })
                    .collect();
                format!("oauth2 {}{}", flows.join("; "), metadata_url.as_deref().unwrap_or_default())
            }
            SchemeKind::OpenIdConnect { url } => format!("openid {url}"),
            SchemeKind::MutualTls => "tls".to_owned(),
            SchemeKind::Unknown(kind) => format!("unknown {kind}"),
        };
        let deprecated = if scheme.deprecated { " deprecated" } else { "" };
        let _ = writeln!(out, "scheme {}: {}{deprecated}{}", scheme.name, kind.trim(), extra(&scheme.extra));
    }
    for tag in &api.tags {
        let parent =
            tag.parent.map(|parent| format!(" in {}", api.tags[parent as usize].name)).unwrap_or_default();
        let label = if tag.label == tag.name { String::new() } else { format!(" {:?}", tag.label) };
        let _ = writeln!(
            out,
            "tag {}{label} `{}`{parent} {:?}{:?}{}",
            tag.name,
            tag.slug,
            tag.operations,
            tag.webhooks,
            extra(&tag.extra)
        );
        if let Some(text) = tag.description {
            let _ = writeln!(out, "  text {:?}", api[text].source);
        }
    }
    for group in &api.groups {
        let _ = writeln!(out, "group {:?} {:?}", group.label, group.tags);
    }
    for one in &api.operations {
        operation(api, one, "", &mut out);
    }
    for one in &api.webhooks {
        operation(api, one, "webhook ", &mut out);
    }
    for id in &api.schemas.named {
        let named = &api.schemas[*id];
        let _ = writeln!(
            out,
            "schema {} `{}` = {}",
            named.name.as_deref().unwrap_or_default(),
            named.slug.as_deref().unwrap_or_default(),
            schema(api, named, 0)
        );
    }
    if !api.extra.is_empty() {
        let _ = writeln!(out, "extra{}", extra(&api.extra));
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn operation(api: &Api, operation: &Operation, prefix: &str, out: &mut String) {
    let id = operation.id.as_deref().map(|id| format!(" #{id}")).unwrap_or_default();
    let deprecated = if operation.deprecated { " deprecated" } else { "" };
    let _ = writeln!(
        out,
        "{prefix}{} {} `{}`{id} {:?}{deprecated}{}",
        operation.method,
        operation.path,
        operation.slug,
        operation.title,
        extra(&operation.extra)
    );
    if let Some(text) = operation.description {
        let _ = writeln!(out, "  text {:?}", api[text].source);
    }
    for about in &operation.about_path {
        let _ = writeln!(out, "  about its path {:?}", api[*about].source);
    }
    if operation.servers != api.servers {
        let urls: Vec<&str> = operation.servers.iter().map(|server| &*server.url).collect();
        let _ = writeln!(out, "  servers {}", urls.join(" "));
    }
    if let Some(security) = &operation.security {
        let uses = |one: &Requirement| -> Vec<_> {
            one.0.iter().map(|one| (one.scheme.clone(), one.scopes.clone())).collect()
        };
        let _ = writeln!(out, "  security {:?}", security.iter().map(uses).collect::<Vec<_>>());
    }
    for parameter in &operation.parameters {
        let place = match parameter.location {
            ParameterIn::Path => "path",
            ParameterIn::Query => "query",
            ParameterIn::QueryString => "querystring",
            ParameterIn::Header => "header",
            ParameterIn::Cookie => "cookie",
        };
        let usual = match parameter.location {
            ParameterIn::Path | ParameterIn::Header => (Style::Simple, false),
            _ => (Style::Form, true),
        };
        let style = match (parameter.style, parameter.explode) == usual {
            true => String::new(),
            false => format!(" {:?} explode={}", parameter.style, parameter.explode),
        };
        let _ = writeln!(
            out,
            "  {place} {}{}{}{style}{}{}{}{}{}",
            parameter.name,
            if parameter.required { "*" } else { "" },
            id_of(api, parameter.schema, ": "),
            parameter.media_type.as_deref().map(|media| format!(" as {media}")).unwrap_or_default(),
            if parameter.deprecated { " deprecated" } else { "" },
            text(api, parameter.description),
            examples(api, &parameter.examples),
            extra(&parameter.extra)
        );
    }
    if let Some(body) = &operation.body {
        let _ =
            writeln!(out, "  body{}{}", if body.required { "*" } else { "" }, text(api, body.description));
        content(api, &body.content, out);
    }
    for response in &operation.responses {
        let summary = response.summary.as_deref().map(|text| format!(" {text:?}")).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {}{summary}{}{}",
            response.status,
            text(api, response.description),
            extra(&response.extra)
        );
        for header in &response.headers {
            let _ = writeln!(
                out,
                "    header {}{}{}{}",
                header.name,
                if header.required { "*" } else { "" },
                id_of(api, header.schema, ": "),
                text(api, header.description)
            );
        }
        content(api, &response.content, out);
        for link in &response.links {
            let target = link.operation.map(|index| api.operations[index as usize].path.to_string());
            let _ = writeln!(out, "    link {} to {target:?} {:?}", link.name, link.parameters.len());
        }
    }
    for callback in &operation.callbacks {
        for one in &callback.operations {
            self::operation(api, one, &format!("  callback {} ", callback.name), out);
        }
    }
    for sample in &operation.samples {
        let _ = writeln!(out, "  sample {} {:?} {:?}", sample.lang, sample.label, sample.source);
    }
    for fault in &operation.faults {
        let _ = writeln!(out, "  fault {fault}");
    }
}

fn content(api: &Api, content: &[MediaType], out: &mut String) {
    for media in content {
        let _ = writeln!(
            out,
            "    {}{}{}{}{}",
            media.name,
            id_of(api, media.schema, ": "),
            id_of(api, media.item_schema, " each "),
            examples(api, &media.examples),
            extra(&media.extra)
        );
        for encoding in &media.encoding {
            let _ = writeln!(
                out,
                "      encoding {:?} {:?} {:?} {:?} {}",
                encoding.property,
                encoding.content_type,
                encoding.style,
                encoding.explode,
                encoding.headers.len()
            );
        }
    }
}

fn text(api: &Api, id: Option<crate::openapi::TextId>) -> String {
    id.map(|id| format!(" {:?}", api[id].source)).unwrap_or_default()
}

fn examples(api: &Api, examples: &[Example]) -> String {
    let mut out = String::new();
    for example in examples {
        let value = match &example.value {
            ExampleValue::Value(value) => json(value),
            ExampleValue::Text(text) => format!("text {text:?}"),
            ExampleValue::External(url) => format!("at {url}"),
        };
        let summary = example.summary.as_deref().map(|text| format!("{text:?} ")).unwrap_or_default();
        let _ = write!(out, " e.g. {} {summary}{value}{}", example.name, text(api, example.description));
    }
    out
}

fn extra(extra: &Extra) -> String {
    extra.iter().map(|(key, value)| format!(" +{key}={}", json(value))).collect()
}

pub(super) fn json(value: &Json) -> String {
    match value {
        Json::Null => "null".into(),
        Json::Bool(value) => value.to_string(),
        Json::Number(text) => text.to_string(),
        Json::String(text) => format!("{text:?}"),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(json).collect();
            format!("[{}]", items.join(","))
        }
        Json::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(key, value)| format!("{key}:{}", json(value))).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

fn id_of(api: &Api, id: Option<SchemaId>, before: &str) -> String {
    id.map(|id| format!("{before}{}", reference(api, id, 0))).unwrap_or_default()
}

fn reference(api: &Api, id: SchemaId, depth: usize) -> String {
    match &api.schemas[id].name {
        Some(name) => format!("@{name}"),
        None => schema(api, &api.schemas[id], depth + 1),
    }
}

/// Formats a schema on one line.
pub(super) fn schema(api: &Api, schema: &Schema, depth: usize) -> String {
    if depth > 8 {
        return "…".into();
    }
    let mut parts: Vec<String> = Vec::new();
    let of = |id: SchemaId| reference(api, id, depth);
    let list = |ids: &[SchemaId]| ids.iter().map(|id| of(*id)).collect::<Vec<_>>().join(", ");
    let rest = |rest: Rest| match rest {
        Rest::Unsaid => None,
        Rest::Any => Some("any".to_owned()),
        Rest::None => Some("none".to_owned()),
        Rest::Schema(id) => Some(of(id)),
    };
    let types: Vec<&str> = schema.types.names().collect();
    if !types.is_empty() {
        parts.push(types.join("|"));
    }
    if schema.never {
        parts.push("never".into());
    }
    if schema.nullable {
        parts.push("nullable".into());
    }
    parts.extend(schema.title.as_deref().map(|title| format!("{title:?}")));
    parts.extend(schema.format.as_deref().map(|format| format!("<{format}>")));
    parts.extend(schema.description.map(|id| format!("{:?}", api[id].source)));
    parts.extend(schema.default.as_ref().map(|value| format!("default={}", json(value))));
    parts.extend(schema.constant.as_ref().map(|value| format!("const={}", json(value))));
    for value in &schema.values {
        let name = value.name.as_deref().map(|name| format!(":{name}")).unwrap_or_default();
        parts.push(format!("|{}{name}{}", json(&value.value), text(api, value.description)));
    }
    parts.extend(schema.examples.iter().map(|value| format!("e.g. {}", json(value))));
    for (flag, name) in
        [(schema.deprecated, "deprecated"), (schema.read_only, "readOnly"), (schema.write_only, "writeOnly")]
    {
        parts.extend(flag.then(|| name.to_owned()));
    }
    if *schema.limits != crate::openapi::Limits::default() {
        let limits = &schema.limits;
        let bound = |bound: &Option<(Box<str>, bool)>, sign: &str| {
            bound
                .as_ref()
                .map(|(value, exclusive)| format!("{sign}{}{value}", if *exclusive { "" } else { "=" }))
        };
        parts.extend(bound(&limits.minimum, ">"));
        parts.extend(bound(&limits.maximum, "<"));
        parts.extend(limits.multiple_of.as_ref().map(|value| format!("%{value}")));
        parts.extend(limits.pattern.as_ref().map(|value| format!("/{value}/")));
        let counts = [
            ("length", limits.length),
            ("items", limits.items),
            ("contains", limits.contains),
            ("properties", limits.properties),
        ];
        for (name, bounds) in counts {
            if bounds != crate::openapi::Bounds::default() {
                let bound = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
                parts.push(format!("{name}:{}..{}", bound(bounds.least), bound(bounds.most)));
            }
        }
        parts.extend(limits.unique_items.then(|| "unique".to_owned()));
    }
    parts.extend(schema.content_encoding.as_deref().map(|name| format!("encoded {name}")));
    parts.extend(schema.content_media_type.as_deref().map(|name| format!("holds {name}")));
    parts.extend(schema.content_schema.map(|id| format!("holding {}", of(id))));
    if !schema.properties.is_empty() {
        let properties: Vec<String> = schema
            .properties
            .iter()
            .map(|one| format!("{}{}: {}", one.name, if one.required { "*" } else { "" }, of(one.schema)))
            .collect();
        parts.push(format!("{{{}}}", properties.join(", ")));
    }
    for (name, id) in &schema.pattern_properties {
        parts.push(format!("/{name}/: {}", of(*id)));
    }
    if !schema.also_required.is_empty() {
        parts.push(format!("required {:?}", schema.also_required));
    }
    for (name, value) in [
        ("additional", rest(schema.additional)),
        ("unevaluated", rest(schema.unevaluated_properties)),
        ("items", rest(schema.items)),
        ("unevaluatedItems", rest(schema.unevaluated_items)),
        ("names", schema.property_names.map(of)),
        ("contains", schema.contains.map(of)),
        ("not", schema.not.map(of)),
    ] {
        parts.extend(value.map(|value| format!("{name}({value})")));
    }
    for (name, with) in &schema.dependent_required {
        parts.push(format!("{name}=>{with:?}"));
    }
    for (name, id) in &schema.dependent_schemas {
        parts.push(format!("{name}=>{}", of(*id)));
    }
    for (name, ids) in [
        ("prefix", &schema.prefix_items),
        ("allOf", &schema.all_of),
        ("oneOf", &schema.one_of),
        ("anyOf", &schema.any_of),
    ] {
        if !ids.is_empty() {
            parts.push(format!("{name}({})", list(ids)));
        }
    }
    if let Some(condition) = schema.condition {
        let branch = |id: Option<SchemaId>| id.map(of).unwrap_or_default();
        parts.push(format!(
            "if({}; {}; {})",
            of(condition.when),
            branch(condition.then),
            branch(condition.otherwise)
        ));
    }
    if let Some(discriminator) = &schema.discriminator {
        let mapping: Vec<String> = discriminator
            .mapping
            .iter()
            .chain(&discriminator.names)
            .map(|(value, id)| format!("{value}->{}", of(*id)))
            .collect();
        let default = discriminator.default.map(|id| format!(" else {}", of(id))).unwrap_or_default();
        parts.push(format!("by {}[{}{default}]", discriminator.property, mapping.join(", ")));
    }
    parts
        .extend(schema.xml.as_ref().map(|xml| format!("xml({:?} {:?} {})", xml.name, xml.node, xml.wrapped)));
    parts.extend(schema.external_docs.as_ref().map(|docs| format!("see {}", docs.url)));
    if !schema.extra.is_empty() {
        parts.push(extra(&schema.extra).trim_start().to_owned());
    }
    parts.join(" ")
}
