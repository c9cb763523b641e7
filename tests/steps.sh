# Prints the steps of a script and, at the end, the duration of each step. Source this file. A script that sources
# another script shares one table with that script.

[ -n "${step_names+set}" ] || step_names=() step_marks=()

# Records the seconds since the script started, and the processor time of the script and its finished child processes. A
# subshell would measure only itself, so `times` writes to a file.
step_mark() {
  local file used
  file=$(mktemp)
  times >"$file"
  used=$(awk '{ for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } } END { printf "%.0f", sum }' "$file")
  rm -f "$file"
  step_marks+=("$SECONDS $used")
}

step() {
  step_names+=("$1")
  step_mark
  printf '\n== %s\n' "$1" >&2
}

step_table() {
  [ "${#step_names[@]}" -gt 0 ] || return 0
  step_mark
  printf '\n%-34s %8s %8s\n' "" seconds CPU
  local at from to
  for at in "${!step_names[@]}"; do
    read -ra from <<<"${step_marks[at]}"
    read -ra to <<<"${step_marks[at + 1]}"
    printf '%-34s %8d %8d\n' "${step_names[at]}" $((to[0] - from[0])) $((to[1] - from[1]))
  done
  read -ra from <<<"${step_marks[0]}"
  printf '%-34s %8d %8d\n' "in all" $((to[0] - from[0])) $((to[1] - from[1]))
} >&2

# Installs the npm packages of a folder, if they're missing or older than the lock file.
npm_packages() (
  cd "$1"
  [ node_modules -nt package-lock.json ] || { npm ci --silent && touch node_modules; }
)
