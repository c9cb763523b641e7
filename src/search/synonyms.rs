//! General synonyms in software documentation. A site's own synonyms are in `[search.index]`.
//!
//! A group contains words that readers and authors use for the same thing. Words that are only related, such as
//! `server` and `backend`, aren't in a group, because they would hide exact results behind inexact ones. Two words that
//! mean the same as another word, such as `turn off`, are joined.

/// The groups, one per line.
const GROUPS: &str = "\
a11y accessibility
abort cancel
add append insert
admin administrator
ajax fetch xhr
allow permit
app application
arg argument parameter param
array vector
assert assertion expect
async asynchronous
auth authentication
authenticate login signin
authorization permission
autocomplete completion intellisense
avatar picture
backup snapshot
begin start
binary executable
bool boolean
bug issue
build compile
bulk batch
callback handler
change modify edit update
choose pick select
cleanup teardown
cli terminal
clone copy duplicate
close exit quit
closure lambda
collapse fold
color colour
colorscheme darkmode darktheme
combine merge
command cmd
compress gzip zip
concurrency multithreading thread
concurrent parallel
config configuration settings
container docker
convert transform
cors crossorigin
crash panic
credentials secret
cron schedule
css stylesheet
db database
deadcode unreachable
debug troubleshoot
delete remove destroy
dependency package
deploy publish
deprecated obsolete
detect determine
dialog modal popup
dict dictionary hashmap
dimension size
directory folder
disable deactivate turnoff
docs documentation
drag drop
dropdown select
email mail
emit fire trigger dispatch
emulator simulator
enable activate turnon
enum enumeration
env environment
exception error
exclude ignore skip
execute run invoke
export extract
extension plugin addon
fake mock stub
faq questions
fn function
font typeface
footer bottom
forbid prohibit disallow
fork clone
func function
generate create
gesture swipe
glob wildcard
guid uuid
helper utility
hide conceal
hmr reload
hook lifecycle
hotkey shortcut keybinding
i18n internationalization translation
icon favicon
id identifier
image picture
img image
init initialize scaffold
install setup
instance object
int integer
interface trait
iterate loop
js javascript
k8s kubernetes
keyboard hotkey
kill terminate
l10n localization translation
lib library
limit quota
lint linter
listener handler
locale language
log logging
logout signout
make create
max maximum
md markdown
memoize cache
migrate upgrade
min minimum
minify compress
monitor observe
monorepo workspace
move rename
navbar menu
nil null
node nodejs
notification alert
npm yarn pnpm
offline pwa
opacity transparency
option setting
orientation rotation
passphrase password
perf performance
persist save
press tap touch
prop property
proxy gateway
py python
raise throw
redirect forward
regex regexp
register signup
reload refresh
repo repository
restore recover
rollback revert undo
rtl bidi
search find
send submit
serialize encode
shell terminal
show display
snippet sample example
sort order
spec test
speed performance
spinner loading indicator
spy mock
ssl tls https
sso oauth
start launch
stop halt
str string
subscribe listen
textbox textfield textinput
timeout deadline
toast notification
toggle switch
tooltip hint
translate localize
ts typescript
ttl expiration
tutorial guide
typo misspelling
uninstall remove
unsubscribe unregister
upload attach
url uri link
verify validate check
vm machine
wait sleep
walkthrough tutorial
warn warning
webhook callback
websocket socket
yaml yml
";

/// Returns the groups that have at least one word in an index. For each group, returns the words in the index and the
/// other words.
pub(super) fn groups(is_known: impl Fn(&str) -> bool) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
    let groups = GROUPS.lines().map(|group| group.split(' ').partition(|word| is_known(word)));
    groups
        .filter(|(known, others): &(Vec<_>, Vec<_>)| !known.is_empty() && known.len() + others.len() > 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::GROUPS;
    use crate::search::token;

    #[test]
    fn each_word_is_in_the_form_of_the_index_and_no_two_groups_are_alike() {
        let mut all = BTreeSet::new();
        for group in GROUPS.lines() {
            let words: BTreeSet<&str> = group.split(' ').collect();
            assert!(words.len() > 1, "{group}");
            for word in &words {
                assert_eq!(token::whole(word).as_deref(), Some(*word), "{group}");
            }
            assert!(all.insert(words), "{group}");
        }
        assert!(all.len() >= 100);
    }
}
