use super::*;
use crate::openapi::Variable;

#[test]
fn urls_are_split_into_host_path_and_query() {
    for (url, host, path, query) in [
        ("https://a.example/x?b=1#c", "a.example", "/x", "b=1"),
        ("/x/{id}", "", "/x/{id}", ""),
        ("$BASE/x", "$BASE", "/x", ""),
        ("${API_URL}/v1/x", "${API_URL}", "/v1/x", ""),
        ("{{base/url}}/x?y", "{{base/url}}", "/x", "y"),
        ("https://<your-host>/x", "<your-host>", "/x", ""),
        ("localhost:80/x", "localhost:80", "/x", ""),
        ("a.example", "a.example", "", ""),
    ] {
        let address = Address::of(url);
        assert_eq!((address.host, address.path, address.query), (host, path, query), "{url}");
    }
}

#[test]
fn a_domain_after_a_variable_is_the_domain_of_another_api() {
    for (host, is_open) in [
        ("$REGION-$PROJECT.functions.net", false),
        ("{tenant}.tea.io:8443", false),
        ("<name>.web.app", false),
        ("<name>.example.com", true),
        ("$HOST", true),
        ("{{base.url}}", true),
        ("$HOST:8080", true),
        ("<your-domain>.io", true),
        ("{shop}.localhost", true),
    ] {
        assert_eq!(Address::of(&format!("https://{host}/me")).is_open(), is_open, "{host}");
    }
}

#[test]
fn servers_can_have_variables() {
    let variable = |name: &str, default: Option<&str>, values: &[&str]| Variable {
        name: name.into(),
        default: default.map(Box::from),
        values: values.iter().copied().map(Box::from).collect(),
        ..Variable::default()
    };
    let server = |url: &str, variables| Server { url: url.into(), variables, name: None, description: None };
    let one_of = || vec![variable("e", Some("eu"), &["us", "us.east"]), variable("v", None, &["v1", "v2"])];
    for (url, host, is_same) in [
        ("api.tea.io", "API.tea.io", true),
        ("{region}.tea.io", "eu.tea.io", true),
        ("{region}.tea.io", "tea.io", false),
        ("api-{stage}.tea.{tld}", "api-dev.tea.io", true),
        ("api.tea.io", "api.tea.io.evil", false),
        ("{e}.tea.io", "US.tea.io", true),
        ("{e}.tea.io", "eu.tea.io", true),
        ("{e}.tea.io", "us.east.tea.io", true),
        ("{e}.{x}.tea.io", "us.east.any.tea.io", true),
        ("{e}.tea.io", "docs.tea.io", false),
        ("{e}.tea.io", "$REGION.tea.io", true),
        ("{e}.tea.io", "{e}.tea.io", true),
        ("tea-{e}.{v}.io", "tea-us.v2.io", true),
        ("tea-{e}.{v}.io", "tea-us.v3.io", false),
        ("a.tea.{e}", "a.tea.us", true),
        ("a.tea.{e}", "a.tea.us2", false),
        ("{e}{v}.tea.io", "any.tea.io", true),
    ] {
        let server = server(&format!("https://{url}"), one_of());
        assert_eq!(Base::new(&server).has_host(&Address::of(host)), is_same, "{url} {host}");
    }
    for (url, default, expected) in [
        ("https://{a}.tea.io/v1", "eu", "https://{a}.tea.io/v1"),
        ("https://{a}/v1", "tea.io", "https://tea.io/v1"),
        ("{a}/v1", "https://tea.io", "https://tea.io/v1"),
        ("{a}://tea.io", "https", "{a}://tea.io"),
        ("https://tea.io/{a}", "v1", "https://tea.io/{a}"),
    ] {
        let server = server(url, vec![variable("a", Some(default), &[])]);
        assert_eq!(Base::new(&server).url, expected, "{url}");
    }
    for (base, path, rest) in [
        ("/v1", "/v1/pets", Some("/pets")),
        ("/{version}/", "/v2/pets", Some("/pets")),
        ("/v1", "/v10/pets", None),
        ("/v1/", "/v1", Some("")),
        ("/{v}", "/v2/pets", Some("/pets")),
        ("/{v}", "/docs/pets", None),
        ("/{v}", "/{version}/pets", Some("/pets")),
        ("/a{x}", "/docs/pets", None),
    ] {
        let server = server(&format!("https://tea.io{base}"), one_of());
        assert_eq!(Base::new(&server).below(path), rest, "{base} {path}");
    }
}

#[test]
fn paths_match_templates() {
    for (own, given, expected) in [
        ("/pets/{id}", "/pets/1", Some(1)),
        ("/pets/{id}", "/pets/:id/", Some(1)),
        ("/pets/{id}", "/pets/", None),
        ("/pets/mine", "/pets/mine", Some(2)),
        ("/pets/{id}.json", "/pets/1.json", Some(1)),
        ("/pets/{id}.json", "/pets/1.xml", None),
        ("/", "/", Some(1)),
        ("/a b", "/a%20b", Some(1)),
    ] {
        assert_eq!(fit(own, given), expected, "{own} {given}");
    }
    for (own, given, expected) in [
        ("/pets/{id}/toys", "/pets/1/tosy", true),
        ("/workspaces", "/workspace", true),
        ("/pets", "/pest", true),
        ("/pets", "/petz", true),
        ("/pets", "/pet", true),
        ("/pets", "/post", false),
        ("/a", "/b", false),
        ("/api1", "/api2", false),
        ("/pets/{id}", "/cats/1", false),
        ("/users", "/login", false),
    ] {
        assert_eq!(is_near(own, given), expected, "{own} {given}");
    }
}

#[test]
fn a_server_with_a_host_of_its_own_identifies_an_api() {
    for (host, base, expected) in [
        ("api.tea.io", "", true),
        ("{region}.tea.io", "", true),
        ("{host}", "/v1", false),
        ("{host}.io", "", false),
        ("localhost:8080", "", false),
        ("localhost:8080", "/v1", true),
    ] {
        assert_eq!(is_specific(host, base), expected, "{host}{base}");
    }
}
