use std::time::{Duration, Instant};

use notify::Event;
use notify::event::{
    AccessKind, AccessMode, CreateKind, DataChange, EventKind, Flag, ModifyKind, RemoveKind, RenameMode,
};

use super::*;

fn paths(batch: &Batch) -> Vec<&str> {
    batch.paths.iter().map(SourcePath::as_str).collect()
}

fn event(kind: EventKind, files: &[&str]) -> Event {
    files.iter().fold(Event::new(kind), |event, file| event.add_path(Path::new("/site").join(file)))
}

fn of(files: &[&str]) -> Batch {
    Batch { paths: files.iter().map(SourcePath::new).collect(), everything: false }
}

#[test]
fn events_of_the_site_are_told_from_those_beside_it() {
    let written = EventKind::Modify(ModifyKind::Data(DataChange::Any));
    let files = [
        "content/docs/a.md",
        "content/docs/old~/b.part",
        "docgen.toml",
        "content",
        "static/.well-known/security.txt",
        "overrides/templates/doc.html",
        "dist/index.html",
        ".docgen/cache/highlight",
        "node_modules/a/content/b.md",
        "README.md",
        "content/.git/index",
        "content/docs/.a.md.swp",
        "content/docs/.#a.md",
        "content/docs/.a.md.tmp",
        "static/.goutputstream-X1Y2Z3",
        "static/.main.css.swp",
        "../elsewhere/content/a.md",
    ];
    let found = changes(Path::new("/site"), &event(written, &files), &Beside::default());
    assert_eq!(
        paths(&found),
        [
            "content",
            "content/docs/a.md",
            "content/docs/old~/b.part",
            "docgen.toml",
            "overrides/templates/doc.html",
            "static/.well-known/security.txt"
        ]
    );
}

#[test]
fn files_beside_the_folders_are_followed_by_their_names() {
    let files = BTreeSet::from([SourcePath::new("api/shop.yaml"), SourcePath::new("api/new/tool.yaml")]);
    let beside = Beside { files, ..Beside::default() };
    let made = EventKind::Create(CreateKind::Any);
    let files = ["api/shop.yaml", "api/other.yaml", "api/new", "api", "ap", "api/new/x.yaml", "shop.yaml"];
    let found = changes(Path::new("/site"), &event(made, &files), &beside);
    assert_eq!(paths(&found), ["api", "api/new", "api/shop.yaml"]);
}

#[test]
fn a_file_is_wherever_a_link_leads_to_it() {
    let link = |link: &str, target: &str| (SourcePath::new(link), PathBuf::from(target));
    let beside = Beside {
        links: BTreeMap::from([
            link("content/docs/changes.md", "/site/CHANGELOG.md"),
            link("content/docs/parts", "/elsewhere/docs"),
            link("content/docs/one", "/elsewhere/docs/one"),
            link("content/docs/alias", "/site/content/docs/guide"),
        ]),
        ..Beside::default()
    };
    let written = EventKind::Modify(ModifyKind::Data(DataChange::Any));
    for (file, expected) in [
        ("CHANGELOG.md", &["content/docs/changes.md"][..]),
        ("../elsewhere/docs/a.md", &["content/docs/parts/a.md"]),
        ("../elsewhere/docs/one/b.md", &["content/docs/one/b.md", "content/docs/parts/one/b.md"]),
        ("content/docs/parts/one/b.md", &["content/docs/one/b.md", "content/docs/parts/one/b.md"]),
        ("content/docs/alias/c.md", &["content/docs/alias/c.md", "content/docs/guide/c.md"]),
        ("content/docs/guide/c.md", &["content/docs/alias/c.md", "content/docs/guide/c.md"]),
        ("content/docs/guide", &["content/docs/alias", "content/docs/guide"]),
        // Removing the folder also removed the targets of links, including links that other links point to.
        (
            "content/docs",
            &[
                "content/docs",
                "content/docs/alias",
                "content/docs/changes.md",
                "content/docs/guide",
                "content/docs/one",
                "content/docs/parts",
                "content/docs/parts/one",
            ],
        ),
        ("../elsewhere", &["content/docs/one", "content/docs/parts"]),
        ("../elsewhere/docs/.a.md.swp", &[]),
        ("../elsewhere/other.md", &[]),
    ] {
        let file = match file.strip_prefix("../") {
            Some(outside) => PathBuf::from("/").join(outside),
            None => Path::new("/site").join(file),
        };
        let found = changes(Path::new("/site"), &Event::new(written).add_path(file.clone()), &beside);
        assert_eq!(paths(&found), expected, "{}", file.display());
    }
}

#[test]
fn reading_is_no_change_and_the_end_of_a_write_is_one() {
    let root = Path::new("/site");
    let file = ["content/a.md"];
    for kind in [
        EventKind::Access(AccessKind::Open(AccessMode::Any)),
        EventKind::Access(AccessKind::Close(AccessMode::Read)),
        EventKind::Access(AccessKind::Read),
    ] {
        assert!(changes(root, &event(kind, &file), &Beside::default()).is_empty(), "{kind:?}");
    }
    for kind in [
        EventKind::Access(AccessKind::Close(AccessMode::Write)),
        EventKind::Create(CreateKind::File),
        EventKind::Remove(RemoveKind::File),
        EventKind::Modify(ModifyKind::Name(RenameMode::To)),
    ] {
        assert_eq!(paths(&changes(root, &event(kind, &file), &Beside::default())), file, "{kind:?}");
    }
}

#[test]
fn a_save_by_rename_names_the_file_alone() {
    let renamed = EventKind::Modify(ModifyKind::Name(RenameMode::Both));
    let found = changes(
        Path::new("/site"),
        &event(renamed, &["content/.a.md.tmp", "content/a.md"]),
        &Beside::default(),
    );
    assert_eq!(paths(&found), ["content/a.md"]);
}

#[test]
fn lost_events_mean_that_anything_may_have_changed() {
    let found =
        changes(Path::new("/site"), &Event::new(EventKind::Other).set_flag(Flag::Rescan), &Beside::default());
    assert!(found.everything && !found.is_empty());
}

const SECOND: Duration = Duration::from_secs(1);
const NEVER: Patience = Patience { quiet: Duration::MAX, longest: Duration::MAX };

/// Events at given times, and a clock that advances only when an event occurs or a wait times out.
struct Script {
    now: Instant,
    /// Each event, with its delay after the previous event. The list is in reverse order: the last item is the next
    /// event.
    events: Vec<(Duration, Batch)>,
}

impl Script {
    fn new(events: impl IntoIterator<Item = (Duration, Batch)>) -> Self {
        let mut events: Vec<_> = events.into_iter().collect();
        events.reverse();
        Script { now: Instant::now(), events }
    }
}

impl Arrivals for &mut Script {
    fn next(&mut self) -> Option<Batch> {
        let (after, batch) = self.events.pop()?;
        self.now += after;
        Some(batch)
    }

    fn within(&mut self, time: Duration) -> Option<Batch> {
        match self.events.last_mut() {
            Some((after, _)) if *after > time => {
                *after -= time;
                self.now += time;
                None
            }
            _ => self.next(),
        }
    }

    fn now(&self) -> Instant {
        self.now
    }
}

#[test]
fn what_arrives_together_is_one_batch_and_each_event_restarts_the_wait() {
    let save = Patience { quiet: 3 * SECOND, ..NEVER };
    let mut script = Script::new([
        (SECOND, of(&["content/a.md"])),
        (2 * SECOND, of(&["content/b.md"])),
        (2 * SECOND, of(&["content/a.md"])),
        (4 * SECOND, of(&["content/c.md"])),
    ]);
    assert_eq!(settle(&mut script, save, NEVER), Some(of(&["content/a.md", "content/b.md"])));
    assert_eq!(settle(&mut script, save, NEVER), Some(of(&["content/c.md"])));
    assert_eq!(settle(&mut script, save, NEVER), None);
}

#[test]
fn a_batch_that_never_settles_ends_all_the_same() {
    let mut script = Script::new((0..100).map(|_| (SECOND, of(&["content/log.md"]))));
    let save = Patience { longest: 20 * SECOND, ..NEVER };
    assert_eq!(settle(&mut script, save, NEVER), Some(of(&["content/log.md"])));
    assert_eq!(script.events.len(), 79, "the first event, and twenty seconds of others");
}

#[test]
fn a_change_of_many_files_is_waited_for_longer() {
    let files: Vec<String> = (0..40).map(|number| format!("content/{number:02}.md")).collect();
    let all = Batch { paths: files.iter().map(SourcePath::new).collect(), everything: false };
    // After 20 events, there's a pause that is longer than the pause after a save.
    let pause = |number: usize| if number == 20 { 9 * SECOND } else { Duration::ZERO };
    let events = files.iter().enumerate().map(|(number, file)| (pause(number), of(&[file])));
    let save = Patience { quiet: SECOND, ..NEVER };
    let upheaval = Patience { quiet: 10 * SECOND, ..NEVER };
    assert_eq!(settle(&mut Script::new(events), save, upheaval), Some(all));
}

#[test]
fn events_come_by_the_channel() {
    let (add, events) = Events::channel();
    add(of(&["content/a.md"]));
    add(of(&["content/b.md"]));
    drop(add);
    assert_eq!(events.count.load(Ordering::Relaxed), 2);
    assert_eq!(settle(&events, SAVE, UPHEAVAL), Some(of(&["content/a.md", "content/b.md"])));
    assert_eq!(settle(&events, SAVE, UPHEAVAL), None);
    assert_eq!(events.count.load(Ordering::Relaxed), 0);
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the folders that are followed lie on disk")]
fn what_nobody_heard_of_is_named_once() {
    let root = tempfile::TempDir::new().expect("the system has a folder for temporary files");
    let root = dunce::canonicalize(root.path()).expect("the folder is there");
    std::fs::create_dir_all(root.join("specs/parts")).expect("folders can be made");
    let mut watcher = Watcher::new(&root).expect("the folder can be followed");
    let mut also = |files: &[&str]| -> Vec<String> {
        let files = files.iter().map(SourcePath::new).collect();
        let unheard = watcher.also(&files).expect("the files can be followed");
        unheard.iter().map(|path| path.as_str().to_owned()).collect()
    };
    assert_eq!(also(&["specs/shop.yaml", "openapi/shop.yaml"]), ["specs/shop.yaml"]);
    // The folder of the second file was already watched, but events for the second file were ignored.
    assert_eq!(also(&["specs/shop.yaml", "specs/a.yaml"]), ["specs/a.yaml"]);
    assert_eq!(also(&["specs/a.yaml", "specs/parts/deep/b.yaml"]), ["specs/parts/deep/b.yaml"]);
    assert!(also(&["specs/a.yaml", "specs/parts/deep/b.yaml"]).is_empty());
    let around: Vec<&str> = watcher.around.iter().map(SourcePath::as_str).collect();
    assert_eq!(around, ["specs", "specs/parts"]);
}
