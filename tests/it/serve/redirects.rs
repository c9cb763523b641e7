//! Redirects for the paths in a redirected folder.

use super::Server;

#[test]
fn paths_of_a_folder_are_redirected_and_files_are_not() {
    let config = "[[redirects]]\nfrom = '/old/*'\nto = '/docs/*'\n[[redirects]]\nfrom = '/away/*'\nto = 'https://acme.example/a/*'\n";
    let server = Server::start(config, &[]);
    for (path, location) in [
        ("/old/any/thing", Some("/docs/any/thing")),
        ("/old/caf%C3%A9/?q=1&r=%20", Some("/docs/caf%C3%A9/?q=1&r=%20")),
        ("/old/file.zip", Some("/docs/file.zip")),
        ("/away/x?y", Some("https://acme.example/a/x?y")),
        ("/older/x", None),
        ("/docs/nothing", None),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.header("Location"), location, "{path}");
        assert_eq!(answer.status, if location.is_some() { 307 } else { 404 }, "{path}");
    }
    // If the target is an existing page, the server sends a page that redirects to the target.
    assert!(server.get("/old/start/").body.contains("href=\"/docs/start/\""));
}

#[test]
fn a_proxy_can_keep_the_path_that_it_forwards_or_remove_it() {
    let server = Server::start("[site]\nbase_url = \"/sub/\"\n", &["--base-url", "/proxy/41"]);
    for path in ["/proxy/41/docs/start/", "/docs/start/"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains("src=\"/proxy/41/_docgen/live.js\""), "{path}");
    }
    for path in ["/proxy/41/_docgen/live.js", "/_docgen/live.js", "/proxy/41/", "/"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for path in ["/proxy/41/docs/start", "/docs/start"] {
        // The proxy might add the path to targets that start with a slash.
        assert_eq!(server.get(path).header("location"), Some("../docs/start/"), "{path}");
    }
    let of_file = server.get("/_docgen/page?file=content/docs/start.md");
    assert_eq!(of_file.header("location"), Some("../docs/start/"));
    assert_eq!(server.get("/docs/nothing").status, 404);
}

#[test]
fn outside_the_base_url_the_right_address_is_named() {
    let server = Server::start("[site]\nbase_url = \"/sub/\"\n", &[]);
    assert_eq!(server.get("/sub/docs/start/").status, 200);
    assert_eq!(server.get("/sub").header("location"), Some("/sub/"));
    let outside = server.get("/docs/start/");
    assert_eq!(outside.status, 404);
    assert!(outside.body.contains("<a href=\"/sub/\">"));
    assert!(outside.body.contains("src=\"/sub/_docgen/live.js\""), "it follows a change of the base URL");
}
