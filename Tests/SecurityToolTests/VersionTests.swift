import ProgramSupport
import TestSupport
import Testing

/// Tests `scripts/version`, and that everything that is built has the version of the file `VERSION`.
@Suite struct VersionTests {
  private static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// Runs a script in a temporary copy of the files with a version. The script can call `version`, which runs
  /// `scripts/version` and prints its exit status.
  private func shell(_ script: String) throws -> Tool.Outcome {
    let folder = try TemporaryDirectory()
    return try Tool().shell(
      """
      exec 2>&1
      set -u
      cd '\(folder.path)'
      mkdir -p Sources/ProgramSupport debian Python Site docs
      for file in VERSION Sources/ProgramSupport/ProgramVersion.swift debian/changelog Python/pyproject.toml CHANGELOG.md \
        README.md; do
        cp "\(Self.package)/$file" $file
      done
      version() {
        '\(Self.package)/scripts/version' "$@" .
        echo "status $?"
      }
      \(script)
      """)
  }

  @Test func eachFileWithAnotherVersionIsNamedAndWritten() throws {
    let run = try shell(
      """
      version --check
      echo '2.3.4~dev' >VERSION
      version --check
      version
      version --check
      grep -c 'number = "2.3.4~dev"' Sources/ProgramSupport/ProgramVersion.swift
      dpkg-parsechangelog -S Version
      grep '^version = ' Python/pyproject.toml
      grep -c '^## Unreleased: 2.3.4~dev$' CHANGELOG.md
      grep -c 'from: "2.3.4"' README.md
      """)
    let names = [
      "Sources/ProgramSupport/ProgramVersion.swift", "debian/changelog", "Python/pyproject.toml", "CHANGELOG.md",
      "README.md",
    ]
    let complaints = names.map { "version: \($0) is not of version 2.3.4~dev; scripts/version changes it" }
      .joined(separator: "\n")
    #expect(
      run.text == """
        status 0
        \(complaints)
        status 1
        status 0
        status 0
        1
        2.3.4~dev
        version = "2.3.4.dev0"
        1
        1

        """)
  }

  @Test func fileWithoutAVersionIsNamed() throws {
    let run = try shell(
      """
      sed -i '/number = /d' Sources/ProgramSupport/ProgramVersion.swift
      sed -i 's/^version = /release = /' Python/pyproject.toml
      version --check
      version
      """)
    let complaints = ["Sources/ProgramSupport/ProgramVersion.swift", "Python/pyproject.toml"]
      .map { "version: \($0) has no line that contains the version\n" }.joined()
    #expect(run.text == complaints + "status 1\n" + complaints + "status 1\n")
  }

  /// Python writes a candidate without the character "~".
  @Test func releaseHasADatedSectionAndCandidatesHaveThePythonForm() throws {
    let run = try shell(
      """
      echo '2.3.4~rc2' >VERSION
      version
      grep '^version = ' Python/pyproject.toml
      echo '2.3.4' >VERSION
      sed -i 's/^## Unreleased: .*/## 2.3.4 (2026-12-01)/' CHANGELOG.md
      version
      version --check
      grep '^version = ' Python/pyproject.toml
      echo '2.4.0~dev' >VERSION
      version
      grep -m 1 '^## ' CHANGELOG.md
      """)
    #expect(
      run.text == """
        status 0
        version = "2.3.4rc2"
        status 0
        status 0
        version = "2.3.4"
        version: the first section of CHANGELOG.md is not "## Unreleased: 2.4.0~dev" or "## 2.4.0~dev (DATE)"
        status 1
        ## 2.3.4 (2026-12-01)

        """)
  }

  @Test func textThatIsNoVersionIsRefused() throws {
    let run = try shell(
      """
      for text in '' 1.2 v1.2.3 1.2.3-dev 1.2.3~alpha 1.2.3~rc; do
        echo "$text" >VERSION
        version 2>/dev/null
      done
      """)
    #expect(run.text == String(repeating: "status 1\n", count: 6))
  }

  @Test func programsHaveTheVersionOfTheFile() throws {
    let text = String(decoding: try TemporaryDirectory.readFile("\(Self.package)/VERSION"), as: UTF8.self)
    #expect(text == "\(ProgramVersion.number)\n")
  }

  @Test func programsSayTheirVersion() throws {
    let programs = ["security", "git-credential-latchkey", "docker-credential-latchkey", "keychaind", "keychain-agent"]
    let run = try Tool().shell(
      """
      cd "$(dirname "$SECURITY")"
      for program in \(programs.joined(separator: " ")); do ./$program --version; done
      """)
    #expect(run.text == programs.map { ProgramVersion.line(of: $0) + "\n" }.joined(), "\(run.errors)")
    #expect(run.status == 0)
  }

  /// The builds write the version into the files for pkg-config.
  @Test func filesForPkgConfigContainNoVersion() throws {
    let run = try Tool().shell("cd '\(Self.package)' && grep -h '^Version' Sources/*/*.pc.in scripts/stage")
    #expect(run.text == "Version: @VERSION@\nVersion: @VERSION@\nVersion: $version\n", "\(run.errors)")
  }
}
