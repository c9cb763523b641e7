//! Smaller versions of images, placeholders, inlined drawings, and the limit for file sizes.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage};

use crate::harness::Project;

/// Returns an image file that compresses poorly.
fn picture(width: u32, height: u32, seed: u32, format: ImageFormat) -> Vec<u8> {
    let mut state = seed;
    let picture = RgbImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 28) as u8;
        image::Rgb([(x / 8) as u8 ^ noise, (y / 8) as u8 ^ noise, 90 + noise])
    });
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut file, format).expect("the picture can be saved");
    file.into_inner()
}

/// Returns an image file that shows smooth waves, so it compresses like a photo.
fn waves(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let wave = (x / 9.0).sin() * (y / 7.0).cos() + ((x + 2.0 * y) / 31.0).sin();
        image::Rgb([(128.0 + 60.0 * wave) as u8, (110.0 + 50.0 * wave) as u8, 90 + (y / 4.0) as u8])
    });
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut file, format).expect("the picture can be saved");
    file.into_inner()
}

const SITE: &str = r#"
//- docgen.toml
[images]
widths = [100, 200]
//- content/docs/a.md
# A

![Window](./window.png)

## Part

Text ![Window](./window.png){width=50} and <img src="/photo.jpg" alt="Photo"> and <img src="./window.png" class="wide" alt="">.

<picture><source srcset="./window.png"><img src="./window.png" srcset="./window.png 2x" alt=""></picture>
//- content/docs/b.mdx
# B

import photo from "../../static/photo.jpg";
import Card from "../../components/Card";
import Shot from "../../components/Shot";

![Photo](/photo.jpg "A caption")

<img src="/photo.jpg" alt="Written" />
<img src="/photo.jpg" width="60" alt="Own" />

<img src={photo} alt="Own" />

Two: <img src={photo} alt="First" /> and <img src="./window.png" alt="Second" />, <Shot src={photo} />
and <img src={photo} className="wide" alt="Third" />

{[photo].map((one) => <img key={one} src={one} alt="Mapped" />)}

<Card />

<img src="/photo.jpg" alt="Last" />
//- components/Shot.tsx
export default ({ src }: { src: string }) => <img src={src} alt="Shot" />;
//- components/Card.tsx
import photo from "../static/photo.jpg";
export default () => <p className="card"><img src={photo} alt="In a component" /></p>;
"#;

fn site() -> Project {
    let site = Project::new(SITE);
    site.write("content/docs/window.png", picture(300, 150, 1, ImageFormat::Png));
    site.write("static/photo.jpg", picture(160, 80, 2, ImageFormat::Jpeg));
    site
}

/// Returns the `<img>` tags on a page, with short names for smaller files and placeholders.
fn images(site: &Project, page: &str) -> Vec<String> {
    let html = site.read(&format!("dist/docs/{page}/index.html"));
    let hash = regex_lite::Regex::new(r"\.[0-9a-f]{16}\.").expect("the pattern is valid");
    let data = regex_lite::Regex::new(r"url\(data:image/webp;base64,[^)]+\)").expect("the pattern is valid");
    let article = html.split("class=\"article\"").nth(1).expect("the page has an article");
    let tags = article.split("<img ").skip(1).filter_map(|rest| rest.split('>').next());
    let short = |tag: &str| {
        data.replace_all(&hash.replace_all(tag, "."), "url(D)").replace("/_docgen/immutable/assets/", "~")
    };
    tags.map(short).collect()
}

#[test]
fn images_in_pages_have_smaller_files() {
    let site = site();
    site.build();
    let placeholder = r#"style="background:url(D) center/cover""#;
    assert_eq!(
        images(&site, "a"),
        [
            format!(
                r#"src="~window.png" width="300" height="150" decoding="async" srcset="~window-100.webp 100w, ~window-200.webp 200w" sizes="min(100vw, 300px)" {placeholder} alt="Window""#
            ),
            format!(
                r#"src="~window.png" width="50" height="25" loading="lazy" decoding="async" srcset="~window-100.webp 100w, ~window-200.webp 200w" sizes="50px" {placeholder} alt="Window""#
            ),
            format!(
                r#"src="/photo.jpg" width="160" height="80" loading="lazy" decoding="async" srcset="~photo-100.webp 100w, ~photo-160.webp 160w" sizes="min(100vw, 160px)" {placeholder} alt="Photo""#
            ),
            r#"src="~window.png" class="wide" alt="""#.to_owned(),
            r#"src="~window.png" srcset="~window.png 2x" alt="""#.to_owned(),
        ]
    );
    let large = |alt: &str| {
        format!(
            r#"src="/photo.jpg" width="160" height="80" loading="lazy" decoding="async" srcset="~photo-100.webp 100w, ~photo-160.webp 160w" sizes="min(100vw, 160px)" {placeholder} alt="{alt}"/"#
        )
    };
    assert_eq!(
        images(&site, "b"),
        [
            format!(
                r#"src="/photo.jpg" width="160" height="80" decoding="async" srcset="~photo-100.webp 100w, ~photo-160.webp 160w" sizes="min(100vw, 160px)" {placeholder} alt="Photo""#
            ),
            large("Written"),
            format!(
                r#"src="/photo.jpg" height="30" loading="lazy" decoding="async" srcset="~photo-100.webp 100w, ~photo-160.webp 160w" sizes="60px" {placeholder} width="60" alt="Own"/"#
            ),
            large("Own"),
            large("First"),
            format!(
                r#"src="~window.png" width="300" height="150" loading="lazy" decoding="async" srcset="~window-100.webp 100w, ~window-200.webp 200w" sizes="min(100vw, 300px)" {placeholder} alt="Second"/"#
            ),
            r#"src="/photo.jpg" srcset="~photo-160.webp" alt="Shot"/"#.to_owned(),
            r#"src="/photo.jpg" srcset="~photo-160.webp" class="wide" alt="Third"/"#.to_owned(),
            large("Mapped"),
            r#"src="/photo.jpg" srcset="~photo-160.webp" alt="In a component"/"#.to_owned(),
            large("Last"),
        ]
    );
    let markdown = site.read("dist/docs/a.md");
    assert!(markdown.contains("assets/window.") && !markdown.contains("webp"), "{markdown}");
    let written = site.dist();
    let smaller = |path: &&String| path.ends_with(".webp");
    assert_eq!(written.keys().filter(smaller).count(), 4);
    let original =
        std::fs::metadata(site.root().join("content/docs/window.png")).expect("the file exists").len();
    assert!(written.iter().all(|(path, bytes)| !path.contains("window-") || (bytes.len() as u64) < original));
}

#[test]
fn images_in_markdown_have_avif_files_on_request() {
    let site = site();
    site.write("content/docs/window.png", waves(300, 150, ImageFormat::Png));
    site.write("static/photo.jpg", waves(160, 80, ImageFormat::Jpeg));
    site.write("docgen.toml", "[images]\nwidths = [100, 200]\navif = true\n");
    site.write(
        "content/docs/b.mdx",
        "# B\n\n![Photo](/photo.jpg \"A caption\")\n\nText ![Photo](/photo.jpg){: height=20}\n\n<img src=\"/photo.jpg\" alt=\"Own\" />\n",
    );
    site.write("content/docs/c.md", "# C\n\nNo image.\n");
    site.write(
        "content/blog/2026-01-02-a.md",
        "---\nimage: /photo.jpg\ndescription: A post.\n---\n\n# A\n\nText\n",
    );
    site.build();
    let short = |page: &str| {
        let hash = regex_lite::Regex::new(r"\.[0-9a-f]{16}\.").expect("the pattern is valid");
        let html = site.read(&format!("dist/{page}/index.html"));
        hash.replace_all(&html, ".").replace("/_docgen/immutable/assets/", "~")
    };
    let first = short("docs/a");
    let set = |name: &str, widths: [u32; 2]| {
        let [narrow, wide] = widths.map(|width| format!("~{name}-{width}.avif {width}w"));
        format!("<picture><source type=\"image/avif\" srcset=\"{narrow}, {wide}\" sizes=")
    };
    let window = set("window", [100, 200]);
    assert!(
        first.contains(&format!("<p>{window}\"min(100vw, 300px)\"><img src=\"~window.png\" ")),
        "{first}"
    );
    assert!(first.contains(&format!("Text {window}\"50px\"><img src=\"~window.png\" ")), "{first}");
    assert!(first.contains("<img src=\"/photo.jpg\" width="), "{first}");
    assert_eq!(first.matches("</picture>").count(), 3, "the author's own tags stay as they are");
    let second = short("docs/b");
    let photo = set("photo", [100, 160]);
    assert!(second.contains(&format!("<figure>{photo}\"min(100vw, 160px)\"><img ")), "{second}");
    assert!(second.contains("></picture><figcaption>A caption</figcaption></figure>"), "{second}");
    assert!(second.contains(&format!("Text {photo}\"40px\"><img ")), "{second}");
    assert_eq!(second.matches("<picture>").count(), 2);
    let post = short("blog/a");
    assert!(post.contains(&photo) && post.contains("</picture></div>"), "{post}");
    assert!(short("blog").contains(&photo));
    // Only pages with these images load the styles.
    for (page, loads) in
        [("docs/a", true), ("docs/b", true), ("docs/c", false), ("blog/a", true), ("blog", true)]
    {
        assert_eq!(short(page).contains("/pictures."), loads, "{page}");
    }
    let written = site.dist();
    let size = |path: &str| {
        let found = written.iter().find(|(name, _)| {
            let (stem, extension) = path.split_once('.').expect("the name has an extension");
            name.contains(&format!("/{stem}.")) && name.ends_with(&format!(".{extension}"))
        });
        found.unwrap_or_else(|| panic!("{path}")).1.len()
    };
    for name in ["window-100", "window-200", "photo-100", "photo-160"] {
        assert!(size(&format!("{name}.avif")) < size(&format!("{name}.webp")), "{name}");
    }
    rebuild(&site);
    // Without the setting, the output contains no AVIF files and no styles for them.
    site.write("docgen.toml", "[images]\nwidths = [100, 200]\n");
    rebuild(&site);
    assert!(!site.dist().keys().any(|path| path.ends_with(".avif") || path.contains("/pictures.")));
}

#[test]
fn a_single_image_can_have_avif_files() {
    let site = site();
    site.write("content/docs/window.png", waves(300, 150, ImageFormat::Png));
    site.write("content/docs/photo.png", waves(160, 80, ImageFormat::Png));
    site.write("docgen.toml", "[images]\nwidths = [100, 200]\n");
    site.write("content/docs/a.md", "# A\n\n![Photo](photo.png){: avif}\n\n![Window](window.png)\n");
    site.write("content/docs/b.mdx", "# B\n\n![Window](window.png){: avif width=50}\n");
    site.build();
    let page = |name: &str| site.read(&format!("dist/docs/{name}/index.html"));
    for (name, count) in [("a", 2), ("b", 1)] {
        // The other page shows the window too, so the files are there anyway.
        assert_eq!(page(name).matches("<picture><source type=\"image/avif\" ").count(), count, "{name}");
        assert!(!page(name).contains(" avif"), "{}", page(name));
    }
    site.write("content/docs/b.mdx", "# B\n\n![Window](window.png)\n");
    rebuild(&site);
    assert_eq!((page("a").matches("<picture>").count(), page("b").matches("<picture>").count()), (1, 0));
}

/// Builds the site and checks that the output is the same as after a clean build.
#[track_caller]
fn rebuild(site: &Project) {
    site.build();
    site.is_as_if_clean();
}

#[test]
fn smaller_files_are_kept_between_builds_and_removed_with_their_images() {
    let site = site();
    site.build();
    let kept = || {
        let folder = std::fs::read_dir(site.root().join(".docgen/cache/images")).expect("the folder exists");
        let mut names: Vec<_> = folder.map(|entry| entry.expect("it can be read").file_name()).collect();
        names.sort();
        names
    };
    let first = kept();
    assert_eq!(first.len(), 6);
    site.write("content/docs/a.md", "# A\n\n![Window](./window.png)\n");
    rebuild(&site);
    assert_eq!(kept(), first);
    // Damaged cache entries are replaced.
    for name in &first {
        site.write(&format!(".docgen/cache/images/{}", name.to_string_lossy()), "damaged");
    }
    std::fs::remove_dir_all(site.root().join("dist")).expect("the folder can be removed");
    site.write("content/docs/a.md", "# A\n\n![Other](./window.png)\n");
    rebuild(&site);
    site.write("content/docs/window.png", picture(300, 150, 9, ImageFormat::Png));
    rebuild(&site);
    assert_eq!(kept().iter().filter(|name| first.contains(name)).count(), 3, "the photo is kept");
    site.write("docgen.toml", "[images]\noptimize = false\n");
    rebuild(&site);
    assert!(kept().is_empty());
    assert!(!site.dist().keys().any(|path| path.ends_with(".webp")));
}

#[test]
fn a_policy_without_styles_in_attributes_has_no_placeholders() {
    let site = site();
    for (policy, has) in [
        ("style-src = [\"'self'\"]", false),
        ("img-src = [\"'self'\"]", true),
        ("font-src = [\"'self'\"]", true),
    ] {
        site.write("docgen.toml", format!("[images]\nwidths = [100, 200]\n[csp]\n{policy}\n")).build();
        assert_eq!(images(&site, "a")[0].contains("url(D)"), has, "{policy}");
    }
}

#[test]
fn a_damaged_image_is_reported_where_it_is_shown() {
    let site = site();
    let mut bytes = picture(300, 150, 1, ImageFormat::Png);
    bytes.truncate(2000);
    site.write("content/docs/window.png", bytes);
    for _ in 0..2 {
        let run = site.run("build").code(0).stderr_has(
            "warning[unreadable-image]: can't read the image `content/docs/window.png`: the file is damaged\n --> content/docs/a.md:3:",
        );
        run.stderr_has("hint: save the image again; docgen publishes the file unchanged");
    }
    assert!(images(&site, "b")[0].contains("webp"), "other images are scaled");
}

#[test]
fn a_large_image_is_reported() {
    let site = site();
    site.write("docgen.toml", "[images]\nmax_kilobytes = 20\n");
    let length = picture(300, 150, 1, ImageFormat::Png).len() / 1000;
    let message = format!(
        "warning[large-image]: the image `content/docs/window.png` is {length} kB, but the limit is 20 kB"
    );
    let run = site.run("check").stderr_has(&message).stderr_has(" --> content/docs/a.md:3:11");
    let run = run.stderr_has(
        "hint: scale it down, or save it as WebP; to change the limit, set `images.max_kilobytes`",
    );
    assert_eq!(run.stderr.matches("large-image").count(), 1, "{}", run.stderr);
    run.stderr_has("hint: the site uses this file in 4 places");
    site.write("docgen.toml", "[images]\nmax_kilobytes = 0\n")
        .run("check")
        .code(0)
        .stderr_lacks("large-image");
    site.write("docgen.toml", "[images]\nquality = 0\nwidths = [4]\n")
        .run("check")
        .code(1)
        .stderr_has("`images.quality`: expected a number from 1 to 100, found 0")
        .stderr_has("`images.widths[1]`: expected a number from 16 to 16383, found 4");
}

#[test]
fn a_drawing_can_be_part_of_the_page() {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><title>t</title><style>.a{fill:red}</style>\
        <script>alert(1)</script><path id='p' class='a' onclick='x' mask='url(#p)'/></svg>";
    let site = Project::new(
        "//- content/docs/a.md\n# A\n\n![Two](./a.svg){: inline .big} and ![](./a.svg){: inline width=9}\n\n![C](./a.svg \"Caption\"){: inline}\n//- content/docs/b.mdx\n# B\n\n![One](./a.svg){: inline}\n",
    );
    site.write("content/docs/a.svg", drawing).run("build --strict").code(0);
    let page = site.read("dist/docs/a/index.html");
    for part in [
        "<svg width=\"4\" data-drawing=\"svg0-\" viewBox=\"0 0 4 3\" role=\"img\" aria-label=\"Two\" class=\"big\"><style>.a:is([data-drawing=\"svg0-\"],[data-drawing=\"svg0-\"] *){fill:red;}</style><path id=\"svg0-p\" class=\"a\" mask=\"url(#svg0-p)\"></path></svg>",
        "<svg width=\"9\" data-drawing=\"svg1-\" viewBox=\"0 0 4 3\" aria-hidden=\"true\">",
        "<figure><svg width=\"4\" data-drawing=\"svg2-\" viewBox=\"0 0 4 3\" role=\"img\" aria-label=\"C\">",
        "</svg><figcaption>Caption</figcaption></figure>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("alert(1)"));
    assert!(site.read("dist/docs/b/index.html").contains(
        "<svg width=\"4\" data-drawing=\"svg0-\" viewBox=\"0 0 4 3\" role=\"img\" aria-label=\"One\">"
    ));
    site.write("content/docs/a.svg", drawing.replace("red", "blue"));
    rebuild(&site);
    assert!(site.read("dist/docs/a/index.html").contains("fill:blue"));
    site.write("content/docs/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><g></svg>");
    site.run("check")
        .stderr_has("warning[unreadable-image]: can't inline `content/docs/a.svg`: ")
        .stderr_has("\n --> content/docs/a.md:3:");
}

#[test]
fn images_with_a_percentage_or_only_a_height_have_smaller_files() {
    let site = site();
    let page = "# C\n\nA ![A](./window.png){width=50%} ![B](./window.png){height=30}\n\n\
                <img src=\"./window.png\" alt=\"C\" width=\"50%\"> <img src=\"./window.png\" alt=\"D\" height=\"30\">\n";
    site.write("content/docs/c.md", page);
    site.build();
    let images = images(&site, "c");
    let sizes = ["min(50vw, 360px)", "60px", "min(50vw, 360px)", "60px"];
    assert_eq!(images.len(), sizes.len());
    for (image, size) in images.iter().zip(sizes) {
        let expected = format!("srcset=\"~window-100.webp 100w, ~window-200.webp 200w\" sizes=\"{size}\"");
        assert!(image.contains(&expected), "{image}");
    }
}
