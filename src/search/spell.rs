//! How far two words are apart: letters that are missing, too many, wrong or exchanged with their neighbour.

/// What a word may be meant to be.
pub(super) struct Guess {
    /// The word of the index.
    pub word: String,
    /// How far it is from what was written.
    pub distance: u32,
}

/// How many words one may be meant to be.
const GUESSES: usize = 3;

/// How far a word may be from what it was meant to be; 0 for one that is too short to guess.
pub(super) fn allowed(length: usize) -> u32 {
    match length {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// The words that a word is most likely meant to be, the likeliest first. What is `open` may go on.
pub(super) fn guesses(written: &str, open: bool, words: &[(String, u32)]) -> Vec<Guess> {
    let letters: Vec<char> = written.chars().collect();
    let allowed = allowed(letters.len());
    let mut found: Vec<(u32, bool, u32, &str)> = Vec::new();
    for (word, common) in words {
        let (whole, begin) = distances(&letters, word, allowed);
        // The beginning of a word is a worse guess than a word.
        let distance = if open { whole.min(begin + 1) } else { whole };
        if distance <= allowed || (open && begin <= allowed) {
            found.push((distance, !word.starts_with(letters[0]), *common, word));
        }
    }
    found.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.cmp(&a.2)).then(a.3.cmp(b.3)));
    let nearest = found.first().map_or(0, |first| first.0);
    let found = found.iter().filter(|guess| guess.0 == nearest).take(GUESSES);
    found.map(|(distance, _, _, word)| Guess { word: (*word).to_owned(), distance: *distance }).collect()
}

/// How far a word is from what was written, and how far its nearest beginning is; more than `allowed` is only known to
/// be more.
fn distances(written: &[char], word: &str, allowed: u32) -> (u32, u32) {
    let far = allowed + 1;
    let word: Vec<char> = word.chars().collect();
    if word.len() + (allowed as usize) < written.len() {
        return (far, far);
    }
    let width = written.len() + 1;
    // Rows are letters of the word, so that each row's last number is the distance to a beginning of it.
    let mut before: Vec<u32> = Vec::new();
    let mut row: Vec<u32> = (0..width as u32).collect();
    let mut begin = row[width - 1];
    for (i, letter) in word.iter().enumerate() {
        let mut next = vec![i as u32 + 1; width];
        let mut least = next[0];
        for j in 1..width {
            let cost = u32::from(*letter != written[j - 1]);
            let mut best = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + cost);
            if i > 0 && j > 1 && *letter == written[j - 2] && word[i - 1] == written[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next[j] = best;
            least = least.min(best);
        }
        begin = begin.min(next[width - 1]);
        if least > allowed {
            return (far, begin.min(far));
        }
        before = std::mem::replace(&mut row, next);
    }
    (row[width - 1].min(far), begin.min(far))
}
