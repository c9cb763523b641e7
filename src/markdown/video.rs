//! Converts the URLs of YouTube and Vimeo videos to player URLs.
//!
//! The player URLs select YouTube's privacy-enhanced mode and turn off Vimeo's tracking. The players start immediately,
//! because readers load a player only to watch the video.

/// Returns the player URL for a video's URL. If the URL doesn't belong to a video on a known service, returns `None`.
pub(super) fn player(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https:").or_else(|| url.strip_prefix("http:")).unwrap_or(url);
    let rest = rest.strip_prefix("//")?.split('#').next()?;
    let (page, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut parts = page.split('/').filter(|part| !part.is_empty());
    let host = parts.next()?.to_ascii_lowercase();
    let host = ["www.", "m.", "music."].iter().find_map(|prefix| host.strip_prefix(prefix)).unwrap_or(&host);
    let path: Vec<&str> = parts.collect();
    let value = |name: &str| {
        query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name)).map(|(_, v)| v)
    };
    let youtube = |id: &str| {
        let start = value("start").or_else(|| value("t")).and_then(seconds);
        let start = start.map_or_else(String::new, |start| format!("&start={start}"));
        is_id(id).then(|| format!("https://www.youtube-nocookie.com/embed/{id}?autoplay=1{start}"))
    };
    let vimeo = |id: &str, hash: Option<&str>| {
        let hash = hash.filter(|hash| is_id(hash)).map_or_else(String::new, |hash| format!("&h={hash}"));
        let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| format!("https://player.vimeo.com/video/{id}?autoplay=1&dnt=1{hash}"))
    };
    match (host, &path[..]) {
        ("youtube.com" | "youtube-nocookie.com", ["watch"]) => youtube(value("v")?),
        ("youtube.com" | "youtube-nocookie.com", ["embed" | "live" | "shorts" | "v", id]) => youtube(id),
        ("youtu.be", [id]) => youtube(id),
        ("vimeo.com", [id]) => vimeo(id, value("h")),
        ("vimeo.com", [id, hash]) => vimeo(id, Some(hash)),
        ("player.vimeo.com", ["video", id]) => vimeo(id, value("h")),
        _ => None,
    }
}

/// Returns the page URL for the ID or URL of a YouTube video.
pub(super) fn youtube(id: &str) -> String {
    if id.contains('/') { id.to_owned() } else { format!("https://www.youtube.com/watch?v={id}") }
}

fn is_id(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !text.is_empty() && text.len() <= 64 && text.bytes().all(is_part)
}

/// Converts a time, such as `90`, `90s`, or `1m30s`, to seconds.
fn seconds(time: &str) -> Option<u32> {
    let (mut total, mut rest) = (0_u32, time);
    while !rest.is_empty() {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: u32 = rest[..length].parse().ok()?;
        let unit = rest[length..].chars().next();
        let scale = match unit {
            None | Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3600,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(scale)?)?;
        rest = &rest[length + unit.map_or(0, char::len_utf8)..];
    }
    (total > 0).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::{player, youtube};

    #[test]
    fn urls_of_videos_have_players() {
        for (url, expected) in [
            (
                "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
                "youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1",
            ),
            (
                "http://youtu.be/aqz-KE-bpKQ?t=1m30s",
                "youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&start=90",
            ),
            ("//m.youtube.com/shorts/a_b/?t=5#x", "youtube-nocookie.com/embed/a_b?autoplay=1&start=5"),
            ("https://YouTube.com/watch?app=1&v=a&t=x", "youtube-nocookie.com/embed/a?autoplay=1"),
            ("https://vimeo.com/76979871", "player.vimeo.com/video/76979871?autoplay=1&dnt=1"),
            ("https://vimeo.com/76979871/a1b2", "player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=a1b2"),
            ("https://player.vimeo.com/video/1?h=2", "player.vimeo.com/video/1?autoplay=1&dnt=1&h=2"),
        ] {
            let found = player(url).unwrap_or_default();
            assert!(found.ends_with(expected) && found.starts_with("https://"), "{url}: {found}");
        }
        for url in [
            "https://www.youtube.com/watch",
            "https://www.youtube.com/watch?v=",
            "https://www.youtube.com/embed/a\"b",
            "https://www.youtube.com/@channel",
            "https://youtube.com.example/watch?v=a",
            "https://vimeo.com/channels",
            "youtube.com/watch?v=a",
            "/videos/a.mp4",
            "",
        ] {
            assert_eq!(player(url), None, "{url}");
        }
        assert_eq!(youtube("a-b"), "https://www.youtube.com/watch?v=a-b");
        assert_eq!(youtube("https://youtu.be/a"), "https://youtu.be/a");
    }
}
