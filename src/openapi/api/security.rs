//! How a client shows who it is: security schemes, and which of them an operation requires.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::ParameterIn;
use crate::openapi::meta::{Extra, TextId};

/// What has to be shown together: each scheme with the scopes needed of it. Empty: nothing is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Requirement(pub Vec<SecurityUse>);

/// A scheme and the scopes needed of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SecurityUse {
    /// The name of the scheme.
    pub scheme: Box<str>,
    /// Its scopes.
    pub scopes: Vec<Box<str>>,
}

/// A security scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct SecurityScheme {
    /// The name requirements use.
    pub name: Box<str>,
    /// What it is.
    pub description: Option<TextId>,
    /// Deprecated (3.2).
    pub deprecated: bool,
    /// How it works.
    pub kind: SchemeKind,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

impl SecurityScheme {
    /// The flows of OAuth 2, and where the metadata is.
    pub(crate) fn endpoints(&self) -> (&[Flow], Option<&str>) {
        match &self.kind {
            SchemeKind::OAuth2 { flows, metadata_url } => (flows, metadata_url.as_deref()),
            SchemeKind::OpenIdConnect { url } => (&[], Some(url)),
            _ => (&[], None),
        }
    }
}

/// How a security scheme works.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SchemeKind {
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// Where.
        #[serde(rename = "in")]
        location: ParameterIn,
        /// The name of the header, parameter or cookie.
        name: Box<str>,
    },
    /// An authentication scheme of HTTP (RFC 9110, section 11), such as `bearer`.
    Http {
        /// Its name, in lower case.
        scheme: Box<str>,
        /// What a bearer token looks like.
        #[serde(skip_serializing_if = "Option::is_none")]
        bearer_format: Option<Box<str>>,
    },
    /// OAuth 2.
    #[serde(rename = "oauth2")]
    OAuth2 {
        /// The flows there are.
        flows: Vec<Flow>,
        /// Where its metadata is (3.2), a checked address.
        #[serde(skip)]
        metadata_url: Option<Box<str>>,
    },
    /// OpenID Connect.
    OpenIdConnect {
        /// Where its metadata is, a checked address.
        url: Box<str>,
    },
    /// A client certificate.
    #[serde(rename = "mutualTLS")]
    MutualTls,
    /// A type that no specification knows.
    #[serde(skip)]
    Unknown(Box<str>),
}

/// A flow of OAuth 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flow {
    /// `authorizationCode`, `implicit`, `password`, `clientCredentials` or `deviceAuthorization`.
    pub kind: &'static str,
    /// A checked address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<Box<str>>,
    /// A checked address.
    #[serde(skip)]
    pub device_authorization_url: Option<Box<str>>,
    /// A checked address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<Box<str>>,
    /// A checked address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_url: Option<Box<str>>,
    /// Each scope with what it allows.
    #[serde(serialize_with = "sorted")]
    pub scopes: Vec<(Box<str>, Box<str>)>,
}

fn sorted<S: Serializer>(pairs: &[(Box<str>, Box<str>)], serializer: S) -> Result<S::Ok, S::Error> {
    let pairs: BTreeMap<&str, &str> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
    pairs.serialize(serializer)
}
