//! Security schemes, and what is required.

use super::object::{Kind, Object};
use super::{At, Lowering};
use crate::diag::{Code, nearest};
use crate::openapi::{Flow, ParameterIn, Requirement, SchemeKind, SecurityScheme};

/// The flows of OAuth 2: as 3.x names them, and as 2.0 does.
const FLOWS: [(&str, &str); 5] = [
    ("authorizationCode", "accessCode"),
    ("implicit", "implicit"),
    ("password", "password"),
    ("clientCredentials", "application"),
    ("deviceAuthorization", "deviceAuthorization"),
];

impl<'a> Lowering<'a> {
    pub(super) fn security_schemes(&mut self, at: At) {
        for (name, at) in self.entries(at, "an object of security schemes") {
            if let Some(scheme) = self.security_scheme(name, at) {
                self.scheme_names.insert(name.into());
                self.api.schemes.push(scheme);
            }
        }
    }

    fn security_scheme(&mut self, name: &str, at: At) -> Option<SecurityScheme> {
        let mut object = self.object(at, Kind::SecurityScheme)?;
        let (kind, description, deprecated) = (
            object.take("type"),
            object.take("description"),
            object.first(&["deprecated", "x-oai-deprecated"]),
        );
        let description = self.text(description);
        let deprecated = self.flag(deprecated).unwrap_or_default();
        let kind = self.string(kind).unwrap_or_default();
        let kind = self.scheme_kind(&kind, &mut object);
        let extra = self.close(object);
        Some(SecurityScheme { name: name.into(), description, deprecated, kind, extra })
    }

    fn scheme_kind(&mut self, kind: &str, object: &mut Object<'a>) -> SchemeKind {
        match kind {
            "basic" => SchemeKind::Http { scheme: "basic".into(), bearer_format: None },
            "http" => {
                let (scheme, format) = (object.take("scheme"), object.take("bearerFormat"));
                let scheme = self.string(scheme).unwrap_or_default();
                SchemeKind::Http {
                    scheme: scheme.to_ascii_lowercase().into(),
                    bearer_format: self.string(format),
                }
            }
            "apiKey" => {
                let (place, name) = (object.take("in"), object.take("name"));
                let location = match self.string(place).as_deref() {
                    Some("query") => ParameterIn::Query,
                    Some("cookie") => ParameterIn::Cookie,
                    Some("header") => ParameterIn::Header,
                    _ => {
                        let message = "an API key is `in` a `header`, the `query` or a `cookie`";
                        self.report(Code::InvalidOpenapi, place.unwrap_or(object.at), message);
                        ParameterIn::Header
                    }
                };
                SchemeKind::ApiKey { location, name: self.string(name).unwrap_or_default() }
            }
            "oauth2" => {
                let metadata = object.take("oauth2MetadataUrl");
                let metadata_url = self.url(metadata);
                let flows = match object.take("flows") {
                    Some(at) => self.flows(at),
                    None => self.swagger_flow(object),
                };
                SchemeKind::OAuth2 { flows, metadata_url }
            }
            "openIdConnect" => {
                let url = object.take("openIdConnectUrl");
                SchemeKind::OpenIdConnect { url: self.url(url).unwrap_or_default() }
            }
            "mutualTLS" => SchemeKind::MutualTls,
            other => {
                // Which keys it may have is its type's to say.
                for key in ["in", "name", "scheme", "bearerFormat", "flows", "openIdConnectUrl"] {
                    object.take(key);
                }
                let hint = nearest(other, ["http", "apiKey", "oauth2", "openIdConnect", "mutualTLS"]);
                let message = match other {
                    "" => "a security scheme has no `type`".to_owned(),
                    _ => format!("there is no security scheme of the type `{other}`"),
                };
                let hint = hint.map(|near| format!("did you mean `{near}`?"));
                self.report_with(Code::InvalidOpenapi, object.at, message, hint);
                SchemeKind::Unknown(other.into())
            }
        }
    }

    fn flows(&mut self, at: At) -> Vec<Flow> {
        let Some(mut object) = self.object(at, Kind::Flows) else { return Vec::new() };
        let mut flows = Vec::new();
        for (kind, _) in FLOWS {
            if let Some(at) = object.take(kind)
                && let Some(mut flow) = self.object(at, Kind::Flow)
            {
                flows.push(self.flow(kind, &mut flow));
                self.end(flow);
            }
        }
        self.end(object);
        flows
    }

    /// The only flow of a scheme of 2.0, whose keys are the scheme's.
    fn swagger_flow(&mut self, object: &mut Object<'a>) -> Vec<Flow> {
        let flow = object.take("flow");
        let Some(name) = self.string(flow) else { return Vec::new() };
        match FLOWS.iter().find(|(_, old)| **old == *name) {
            Some((kind, _)) => vec![self.flow(kind, object)],
            None => Vec::new(),
        }
    }

    fn flow(&mut self, kind: &'static str, object: &mut Object<'a>) -> Flow {
        let mut url = |key| {
            let at = object.take(key);
            self.url(at)
        };
        let mut flow = Flow {
            kind,
            authorization_url: url("authorizationUrl"),
            device_authorization_url: url("deviceAuthorizationUrl"),
            token_url: url("tokenUrl"),
            refresh_url: url("refreshUrl"),
            scopes: Vec::new(),
        };
        if let Some(scopes) = object.take("scopes") {
            for (name, at) in self.entries(scopes, "an object of scopes") {
                if !name.starts_with("x-") {
                    flow.scopes.push((name.into(), self.string(Some(at)).unwrap_or_default()));
                }
            }
        }
        flow
    }

    /// What suffices; `None` where nothing is said.
    pub(super) fn security(&mut self, at: Option<At>) -> Option<Vec<Requirement>> {
        let at = at?;
        let mut requirements = Vec::new();
        for item in self.items(at, "a list of security requirements") {
            let mut requirement = Requirement::default();
            for (name, scopes) in self.entries(item, "a security requirement object") {
                let scopes = self.strings(Some(scopes));
                let name = self.scheme_named(name, item);
                requirement.0.push((name, scopes));
            }
            requirements.push(requirement);
        }
        Some(requirements)
    }

    /// The name of a scheme; since 3.2 a requirement may also name it by a reference.
    fn scheme_named(&mut self, name: &'a str, at: At) -> Box<str> {
        if self.scheme_names.contains(name) {
            return name.into();
        }
        if (name.contains('#') || name.contains('/'))
            && let Ok(target) = self.target(at, name)
        {
            let own = self.file(target).key(target.node).unwrap_or(name);
            if !self.scheme_names.contains(own)
                && let Some(scheme) = self.security_scheme(own, target)
            {
                self.scheme_names.insert(own.into());
                self.api.schemes.push(scheme);
            }
            return own.into();
        }
        let near = match self.reports(Code::UnresolvedRef) {
            true => nearest(name, self.api.schemes.iter().map(|scheme| &*scheme.name)),
            false => None,
        };
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        self.report_with(Code::UnresolvedRef, at, format!("there is no security scheme `{name}`"), hint);
        name.into()
    }
}
