#!/bin/sh
# Installs a release of docgen on Linux or macOS.
#
#   curl -fsSL https://github.com/docgen-cli/docgen/releases/latest/download/install.sh | sh
#
# With arguments: `... | sh -s -- --version 0.1.0 --to /usr/local/bin`. DOCGEN_RELEASES is the URL of a mirror of the
# releases.
set -eu

releases=${DOCGEN_RELEASES:-https://github.com/docgen-cli/docgen/releases}
temporary=

fail() {
  printf 'error: %s\n |\n = hint: %s\n' "$1" "$2" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# The binaries for Linux are linked statically, so they run with any C library.
find_target() {
  system=$(uname -s) machine=$(uname -m)
  # Under Rosetta 2, a shell reports x86_64.
  if [ "$system" = Darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null)" = 1 ]; then
    machine=arm64
  fi
  case $system-$machine in
    Linux-x86_64 | Linux-amd64) echo x86_64-unknown-linux-musl ;;
    Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-musl ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    MINGW* | MSYS* | CYGWIN*) fail "this script is for Linux and macOS" "in PowerShell, run \`irm $releases/latest/download/install.ps1 | iex\`" ;;
    *) fail "there is no release for $system on $machine" "build docgen with \`cargo install --locked docgen-cli\`" ;;
  esac
}

download() {
  if has curl; then
    curl -fsSL --retry 2 -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail "neither curl nor wget is installed" "install one of them"
  fi || fail "$1 can't be downloaded" "check your network, and that the version is listed at $releases"
}

sha256() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  else
    openssl dgst -sha256 -r "$1"
  fi | cut -d ' ' -f 1
}

say_how_to_find_it() {
  case ":$PATH:" in
    *":$1:"*) return ;;
  esac
  echo
  echo "$1 isn't in your PATH. To add it, run this command and open a new terminal:"
  echo
  case ${SHELL:-} in
    */fish) echo "    fish_add_path $1" ;;
    */zsh) echo "    echo 'export PATH=\"$1:\$PATH\"' >> ~/.zshrc" ;;
    */bash) echo "    echo 'export PATH=\"$1:\$PATH\"' >> ~/.bashrc" ;;
    *) echo "    echo 'export PATH=\"$1:\$PATH\"' >> ~/.profile" ;;
  esac
}

main() {
  version='' to=${HOME:-}/.local/bin
  while [ $# -gt 0 ]; do
    case $1 in
      --version | --to) [ $# -ge 2 ] || fail "\`$1\` needs a value" "use --version VERSION and --to DIR" ;;
      *) fail "unknown argument \`$1\`" "use --version VERSION and --to DIR" ;;
    esac
    case $1 in
      --version) version=${2#v} ;;
      --to) to=$2 ;;
    esac
    shift 2
  done

  target=$(find_target)
  archive=docgen-$target.tar.gz
  from=$releases/latest/download
  [ -z "$version" ] || from=$releases/download/v$version
  temporary=$(mktemp -d)
  trap 'rm -rf "$temporary"' EXIT
  trap 'exit 1' HUP INT TERM

  download "$from/SHA256SUMS" "$temporary/SHA256SUMS"
  download "$from/$archive" "$temporary/$archive"
  expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$temporary/SHA256SUMS")
  if [ -z "$expected" ] || [ "$(sha256 "$temporary/$archive")" != "$expected" ]; then
    fail "the checksum of $archive doesn't match; nothing was installed" "run the installer again; if it still fails, report it as docgen's security policy says"
  fi
  tar -xzf "$temporary/$archive" -C "$temporary"

  # Replace the old file with a new one so that a running docgen keeps its own file.
  if ! mkdir -p "$to" 2>/dev/null || ! cp "$temporary/docgen-$target/docgen" "$to/.docgen-new" 2>/dev/null; then
    fail "$to can't be written to" "name another folder with \`--to\`, such as \`--to ~/bin\`"
  fi
  chmod 755 "$to/.docgen-new"
  mv -f "$to/.docgen-new" "$to/docgen"
  to=$(cd "$to" && pwd)
  echo "Installed $("$to/docgen" -V) as $to/docgen."
  say_how_to_find_it "$to"
}

# The shell reads the whole script before it runs any of it, so an incomplete download does nothing.
main "$@"
