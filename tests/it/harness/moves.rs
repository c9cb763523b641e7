//! Random moves of files and folders, like the ones that file managers, `mv`, and Git make while someone edits a site.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Numbers, Project};

/// The folders of a site where files and folders are created and moved.
const PLACES: [&str; 7] = [
    "content/docs",
    "content/docs",
    "content/docs/one",
    "content/pages",
    "static",
    "openapi",
    "content/versions/1.0/docs",
];
/// Names of files and folders. A name doesn't reveal whether an entry is a file or a folder.
const NAMES: [&str; 14] = [
    "v1.0",
    "v2.0",
    "two words",
    "deep.er/still.deeper",
    "plain",
    "picture.png",
    "note.md",
    "Über.uns",
    "a.b.c",
    "half.part",
    "copy.tmp",
    "old~",
    "4913",
    "openapi.json",
];
/// Files for a new folder.
const FILES: [&str; 6] = ["index.md", "page.md", "dot.svg", "_category_.toml", "notes.txt", "in.ner/more.md"];

/// A site's folder, a folder outside the site, and a counter that makes the content of each file different.
pub(crate) struct Moves<'a> {
    pub(crate) site: &'a Project,
    pub(crate) away: &'a Path,
    pub(crate) step: usize,
}

impl Moves<'_> {
    /// Makes one change. Returns a description of the change, and the paths below the root that appeared or
    /// disappeared. If an entire folder moved, only the folder itself is listed.
    pub(crate) fn one(&mut self, random: &mut Numbers) -> (String, Vec<String>) {
        self.step += 1;
        let there = self.entries();
        let some = |random: &mut Numbers| there[random.below(there.len())].clone();
        let fresh = |random: &mut Numbers| {
            format!("{}/{}", PLACES[random.below(PLACES.len())], NAMES[random.below(NAMES.len())])
        };
        match random.below(if there.is_empty() { 2 } else { 10 }) {
            0 => {
                let path = fresh(random);
                let mut touched = self.room(&path);
                touched.push(self.write(&path));
                (format!("write {path}"), touched)
            }
            1 => {
                let folder = fresh(random);
                let mut touched = self.room(&folder);
                let first = FILES[random.below(FILES.len())];
                touched.push(self.write(&format!("{folder}/{first}")));
                self.write(&format!("{folder}/{}", FILES[random.below(FILES.len())]));
                (format!("make the folder {folder}"), touched)
            }
            2..=4 => {
                let (from, to) = (some(random), fresh(random));
                if to.starts_with(&from) || from.starts_with(&to) {
                    return ("nothing".to_owned(), Vec::new());
                }
                let mut touched = self.room(&to);
                touched.extend([from.clone(), self.top(&to)]);
                self.rename(&self.at(&from), &self.at(&to));
                (format!("move {from} to {to}"), touched)
            }
            5 => {
                let path = some(random);
                self.rename(&self.at(&path), &self.away.join(format!("gone.{}", self.step)));
                (format!("move {path} away"), vec![path])
            }
            6 => {
                let kept: Vec<PathBuf> = list(self.away);
                if kept.is_empty() {
                    return ("nothing".to_owned(), Vec::new());
                }
                let (from, to) = (kept[random.below(kept.len())].clone(), fresh(random));
                let mut touched = self.room(&to);
                touched.push(self.top(&to));
                self.rename(&from, &self.at(&to));
                (format!("move something back as {to}"), touched)
            }
            7 => {
                let path = some(random);
                remove(&self.at(&path));
                (format!("delete {path}"), vec![path])
            }
            8 => {
                let path = some(random);
                if self.at(&path).is_symlink() {
                    remove(&self.at(&path));
                } else if self.at(&path).is_dir() {
                    let file = format!("{path}/{}", FILES[random.below(FILES.len())]);
                    let mut touched = self.room(&file);
                    touched.push(self.write(&file));
                    return (format!("write {file}"), touched);
                }
                self.write(&path);
                (format!("edit {path}"), vec![path])
            }
            _ => self.link(&some(random), &fresh(random)),
        }
    }

    /// Creates a symbolic link.
    fn link(&self, target: &str, link: &str) -> (String, Vec<String>) {
        if target.starts_with(link) || link.starts_with(target) || cfg!(not(unix)) {
            return ("nothing".to_owned(), Vec::new());
        }
        let mut touched = self.room(link);
        touched.push(self.top(link));
        #[cfg(unix)]
        {
            let at = self.at(link);
            fs::create_dir_all(at.parent().expect("links are in the site")).expect("folders can be created");
            std::os::unix::fs::symlink(self.at(target), at).expect("links can be created");
        }
        (format!("link {link} to {target}"), touched)
    }

    fn at(&self, path: &str) -> PathBuf {
        self.site.root().join(path)
    }

    /// Writes a file. The content matches the file's type and is different from the content of every other file.
    /// Returns the topmost new path.
    fn write(&self, path: &str) -> String {
        let step = self.step;
        let text = match Path::new(path).extension().and_then(|extension| extension.to_str()) {
            Some("md") => format!("# Page {step}\n\nText. ![Dot](dot.svg)\n"),
            Some("toml") => format!("label = 'Box {step}'\n"),
            Some("json") => {
                format!(
                    "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"{step}\", \"version\": \"1\"}}, \"paths\": {{}}}}"
                )
            }
            Some("svg") => format!("<svg width='{step}' height='1'/>"),
            _ => format!("{step}"),
        };
        let top = self.top(path);
        self.site.write(path, text);
        top
    }

    /// Removes the entry that blocks a path: an entry at the path itself, or a file where a folder is needed.
    fn room(&self, path: &str) -> Vec<String> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let in_the_way = |end: &usize| {
            let at = self.at(&path[..*end]);
            at.symlink_metadata().is_ok() && (*end == path.len() || !at.is_dir())
        };
        let end = ends.into_iter().find(in_the_way);
        end.into_iter()
            .map(|end| {
                remove(&self.at(&path[..end]));
                path[..end].to_owned()
            })
            .collect()
    }

    /// Returns the topmost missing folder above a path. If all folders exist, returns the path itself.
    fn top(&self, path: &str) -> String {
        let mut ends = path.match_indices('/').map(|(at, _)| at);
        ends.find(|end| !self.at(&path[..*end]).exists()).map_or(path, |end| &path[..end]).to_owned()
    }

    fn rename(&self, from: &Path, to: &Path) {
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("folders can be created");
        fs::rename(from, to)
            .unwrap_or_else(|error| panic!("{} to {}: {error}", from.display(), to.display()));
    }

    /// Returns every file and folder in the site's folders, except the start page, which isn't moved.
    fn entries(&self) -> Vec<String> {
        let mut all = Vec::new();
        let mut folders: Vec<String> =
            ["content/docs", "content/pages", "content/versions", "openapi", "static"]
                .map(str::to_owned)
                .into();
        while let Some(folder) = folders.pop() {
            for entry in list(&self.at(&folder)) {
                let name = entry.file_name().and_then(|name| name.to_str()).expect("names are UTF-8");
                let path = format!("{folder}/{name}");
                if !entry.is_symlink() && entry.is_dir() {
                    folders.push(path.clone());
                }
                if path != "content/pages/start.md" {
                    all.push(path);
                }
            }
        }
        all.sort();
        all
    }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

fn remove(path: &Path) {
    match path.is_dir() && !path.is_symlink() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    }
    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
