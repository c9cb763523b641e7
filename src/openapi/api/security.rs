//! Client authentication: security schemes, and the schemes that an operation requires.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::ParameterIn;
use crate::openapi::meta::{Extra, TextId};

/// The schemes that are required together. If there are none, no authentication is required.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Requirement(pub Vec<SecurityUse>);

/// A scheme and the required scopes.
#[derive(Clone, Debug, Serialize)]
pub struct SecurityUse {
    /// The name of the scheme.
    pub scheme: Box<str>,
    /// The required scopes.
    pub scopes: Vec<Box<str>>,
}

/// A security scheme.
#[derive(Clone, Debug)]
pub struct SecurityScheme {
    /// The name that requirements use.
    pub name: Box<str>,
    /// The description.
    pub description: Option<TextId>,
    /// Whether the scheme is deprecated (3.2).
    pub deprecated: bool,
    /// The kind of scheme, with its properties.
    pub kind: SchemeKind,
    /// Published extensions.
    pub extra: Extra,
}

impl SecurityScheme {
    /// Returns the OAuth 2 flows and the URL of the metadata.
    pub(crate) fn endpoints(&self) -> (&[Flow], Option<&str>) {
        match &self.kind {
            SchemeKind::OAuth2 { flows, metadata_url } => (flows, metadata_url.as_deref()),
            SchemeKind::OpenIdConnect { url } => (&[], Some(url)),
            _ => (&[], None),
        }
    }

    /// Returns the URLs that the console requests to get a token.
    pub(crate) fn fetched(&self) -> impl Iterator<Item = &str> {
        let (flows, metadata) = self.endpoints();
        let of_flows = flows
            .iter()
            .flat_map(|flow| [&flow.device_authorization_url, &flow.token_url, &flow.refresh_url]);
        of_flows.filter_map(Option::as_deref).chain(metadata)
    }
}

/// The kind of a security scheme.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SchemeKind {
    /// A key in a header, the query, or a cookie.
    ApiKey {
        /// The location of the key.
        #[serde(rename = "in")]
        location: ParameterIn,
        /// The name of the header, parameter, or cookie.
        name: Box<str>,
    },
    /// An HTTP authentication scheme (RFC 9110, section 11), such as `bearer`.
    Http {
        /// The name of the scheme, in lowercase.
        scheme: Box<str>,
        /// The format of a bearer token.
        #[serde(skip_serializing_if = "Option::is_none")]
        bearer_format: Option<Box<str>>,
    },
    /// OAuth 2.
    #[serde(rename = "oauth2")]
    OAuth2 {
        /// The supported flows.
        flows: Vec<Flow>,
        /// The validated URL of the metadata (3.2).
        #[serde(skip_serializing_if = "Option::is_none")]
        metadata_url: Option<Box<str>>,
    },
    /// OpenID Connect.
    OpenIdConnect {
        /// The validated URL of the metadata.
        url: Box<str>,
    },
    /// A client certificate.
    #[serde(rename = "mutualTLS")]
    MutualTls,
    /// A type that isn't in the specification.
    #[serde(skip)]
    Unknown(Box<str>),
}

/// An OAuth 2 flow.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flow {
    /// The kind: `authorizationCode`, `implicit`, `password`, `clientCredentials`, or `deviceAuthorization`.
    pub kind: &'static str,
    /// The validated authorization URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<Box<str>>,
    /// The validated device authorization URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_authorization_url: Option<Box<str>>,
    /// The validated token URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<Box<str>>,
    /// The validated refresh URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_url: Option<Box<str>>,
    /// Each scope with a description of the access that the scope allows.
    #[serde(serialize_with = "sorted")]
    pub scopes: Vec<(Box<str>, Box<str>)>,
}

fn sorted<S: Serializer>(pairs: &[(Box<str>, Box<str>)], serializer: S) -> Result<S::Ok, S::Error> {
    let pairs: BTreeMap<&str, &str> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
    pairs.serialize(serializer)
}
