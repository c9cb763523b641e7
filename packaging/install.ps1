# Installs a release of docgen on Windows.
#
#   irm https://github.com/docgen-cli/docgen/releases/latest/download/install.ps1 | iex
#
# With arguments: `& ([scriptblock]::Create((irm URL))) -Version 0.1.0 -To C:\tools`. DOCGEN_RELEASES is the URL of a
# mirror of the releases. Windows on Arm runs the x86-64 binary.
param([string]$Version, [string]$To = "$env:LOCALAPPDATA\Programs\docgen")

$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue"
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

$releases = if ($env:DOCGEN_RELEASES) { $env:DOCGEN_RELEASES } else { "https://github.com/docgen-cli/docgen/releases" }
$from = if ($Version) { "$releases/download/v$($Version -replace '^v')" } else { "$releases/latest/download" }
$name = "docgen-x86_64-pc-windows-msvc"
$temporary = New-Item -ItemType Directory -Path (Join-Path ([IO.Path]::GetTempPath()) ([guid]::NewGuid()))
try {
    $archive = Join-Path $temporary "$name.zip"
    $sums = Join-Path $temporary "SHA256SUMS"
    Invoke-WebRequest -UseBasicParsing "$from/SHA256SUMS" -OutFile $sums
    Invoke-WebRequest -UseBasicParsing "$from/$name.zip" -OutFile $archive
    $expected = Get-Content $sums | Where-Object { $_.EndsWith("  $name.zip") } | ForEach-Object { $_.Split(" ")[0] }
    if (-not $expected -or (Get-FileHash -Algorithm SHA256 $archive).Hash -ne $expected) {
        throw "the checksum of $name.zip doesn't match; nothing was installed"
    }
    Expand-Archive $archive $temporary
    New-Item -ItemType Directory -Force -Path $To | Out-Null
    Copy-Item -Force (Join-Path $temporary "$name\docgen.exe") $To
}
finally {
    Remove-Item -Recurse -Force $temporary
}

$To = (Resolve-Path $To).Path
Write-Output "Installed $(& (Join-Path $To 'docgen.exe') -V) as $To\docgen.exe."
if (($env:Path -split ";") -notcontains $To) {
    Write-Output "$To isn't in your PATH. To add it, run this command and open a new terminal:"
    Write-Output ""
    Write-Output "    [Environment]::SetEnvironmentVariable('Path', [Environment]::GetEnvironmentVariable('Path', 'User') + ';$To', 'User')"
}
