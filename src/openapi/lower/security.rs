//! Security schemes and requirements.

use super::{
    At, Lowering,
    object::{Kind, Object},
};
use crate::diag::{Code, did_you_mean};
use crate::openapi::{Flow, ParameterIn, Requirement, SchemeKind, SecurityScheme, SecurityUse};

/// The OAuth 2 flows, with their names in OpenAPI 3.x and 2.0.
const FLOWS: [(&str, &str); 5] = [
    ("authorizationCode", "accessCode"),
    ("implicit", "implicit"),
    ("password", "password"),
    ("clientCredentials", "application"),
    ("deviceAuthorization", "deviceAuthorization"),
];

impl<'a> Lowering<'a> {
    pub(super) fn security_schemes(&mut self, at: At) {
        for (name, at) in self.entries(at, "an object that contains security schemes") {
            self.security_scheme(name, at);
        }
    }

    fn security_scheme(&mut self, name: &str, at: At) {
        let Some(mut object) = self.object(at, Kind::SecurityScheme) else { return };
        let deprecated = object.first(&["deprecated", "x-oai-deprecated"]);
        let scheme = SecurityScheme {
            name: name.into(),
            description: object.text("description"),
            deprecated: deprecated.and_then(|at| object.lowering.flag(at)).unwrap_or_default(),
            kind: object.scheme_kind(),
            extra: object.close(),
        };
        self.scheme_names.insert(name.into());
        self.api.schemes.push(scheme);
    }

    /// Returns the name of a scheme. Since 3.2, a requirement can also be a reference to a scheme.
    fn scheme_named(&mut self, name: &'a str, at: At) -> Box<str> {
        if self.scheme_names.contains(name) {
            return name.into();
        }
        if (name.contains('#') || name.contains('/'))
            && let Ok(target) = self.target(at, name)
        {
            let own = self.file(target).key(target.node).unwrap_or(name);
            if !self.scheme_names.contains(own) {
                self.security_scheme(own, target);
            }
            return own.into();
        }
        let names = self.api.schemes.iter().map(|scheme| &*scheme.name);
        let hint = self.near(Code::UnresolvedRef, || did_you_mean(name, names));
        self.report_with(Code::UnresolvedRef, at, format!("unknown security scheme `{name}`"), hint);
        name.into()
    }
}

impl Object<'_, '_> {
    fn scheme_kind(&mut self) -> SchemeKind {
        let kind = self.string("type").unwrap_or_default();
        match &*kind {
            "basic" => SchemeKind::Http { scheme: "basic".into(), bearer_format: None },
            "http" => SchemeKind::Http {
                scheme: self.string("scheme").unwrap_or_default().to_ascii_lowercase().into(),
                bearer_format: self.string("bearerFormat"),
            },
            "apiKey" => {
                let place = self.take("in");
                let location = match self.string("in").as_deref() {
                    Some("query") => ParameterIn::Query,
                    Some("cookie") => ParameterIn::Cookie,
                    Some("header") => ParameterIn::Header,
                    _ => {
                        let message = "invalid `in` in an API key: expected `header`, `query`, or `cookie`";
                        self.lowering.report(place.unwrap_or(self.at), message);
                        ParameterIn::Header
                    }
                };
                SchemeKind::ApiKey { location, name: self.string("name").unwrap_or_default() }
            }
            "oauth2" => {
                let metadata_url = self.url("oauth2MetadataUrl");
                let flows = match self.take("flows") {
                    Some(at) => self.flows(at),
                    None => self.swagger_flow(),
                };
                SchemeKind::OAuth2 { flows, metadata_url }
            }
            "openIdConnect" => {
                SchemeKind::OpenIdConnect { url: self.url("openIdConnectUrl").unwrap_or_default() }
            }
            "mutualTLS" => SchemeKind::MutualTls,
            other => {
                // The allowed keys depend on the type.
                self.skip(&["in", "name", "scheme", "bearerFormat", "flows", "openIdConnectUrl"]);
                let hint = did_you_mean(other, ["http", "apiKey", "oauth2", "openIdConnect", "mutualTLS"]);
                let message = match other {
                    "" => "missing key `type` in a security scheme".to_owned(),
                    _ => format!("unknown security scheme type `{other}`"),
                };
                self.lowering.report_with(Code::InvalidOpenapi, self.at, message, hint);
                SchemeKind::Unknown(kind)
            }
        }
    }

    fn flows(&mut self, at: At) -> Vec<Flow> {
        let flows = self.read(at, Kind::Flows, |flows| {
            let mut found = Vec::new();
            for (kind, _) in FLOWS {
                if let Some(at) = flows.take(kind) {
                    found.extend(flows.read(at, Kind::Flow, |flow| flow.flow(kind)));
                }
            }
            found
        });
        flows.unwrap_or_default()
    }

    /// Reads the only flow of a 2.0 scheme. The flow's keys are in the scheme object.
    fn swagger_flow(&mut self) -> Vec<Flow> {
        let Some(name) = self.string("flow") else { return Vec::new() };
        let known = FLOWS.iter().find(|(_, old)| **old == *name);
        known.map(|(kind, _)| self.flow(kind)).into_iter().collect()
    }

    fn flow(&mut self, kind: &'static str) -> Flow {
        let mut flow = Flow {
            kind,
            authorization_url: self.url("authorizationUrl"),
            device_authorization_url: self.url("deviceAuthorizationUrl"),
            token_url: self.url("tokenUrl"),
            refresh_url: self.url("refreshUrl"),
            scopes: Vec::new(),
        };
        for (name, at) in self.entries("scopes", "an object that contains scopes") {
            if !name.starts_with("x-") {
                flow.scopes.push((name.into(), self.lowering.string(Some(at)).unwrap_or_default()));
            }
        }
        flow
    }

    /// Returns the alternative requirements, or `None` if unspecified.
    pub(super) fn security(&mut self) -> Option<Vec<Requirement>> {
        self.take("security")?;
        let mut requirements = Vec::new();
        for item in self.items("security", "a list of security requirements") {
            let mut requirement = Requirement::default();
            for (name, scopes) in self.lowering.entries(item, "a security requirement object") {
                let scopes = self.lowering.strings(scopes);
                requirement.0.push(SecurityUse { scheme: self.scheme_named(name, item), scopes });
            }
            requirements.push(requirement);
        }
        Some(requirements)
    }
}
