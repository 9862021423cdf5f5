import TestSupport
import Testing

/// Tests `scripts/install` and `scripts/uninstall` with a small stage folder.
@Suite struct InstallationTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script in a new folder. The script's folder `stage` contains two files.
  private func shell(_ script: String) throws -> Tool.Outcome {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try Tool().shell(
      """
      exec 2>&1
      cd '\(folder.path)'
      install() { '/\(package)/scripts/install' "$@"; }
      uninstall() { '/\(package)/scripts/uninstall' "$@"; }
      mkdir -p stage/bin stage/lib/latchkey
      echo program >stage/bin/program
      chmod 755 stage/bin/program
      echo library >stage/lib/latchkey/library.so
      \(script)
      """)
  }

  @Test func whatWasInstalledIsRemovedAgain() throws {
    let run = try shell(
      """
      install stage "$PWD/new prefix/usr"
      cat 'new prefix/usr/bin/program' 'new prefix/usr/lib/latchkey/library.so'
      stat -c %a 'new prefix/usr/bin/program' 'new prefix/usr/bin'
      uninstall "$PWD/new prefix/usr"
      ls
      """)
    #expect(
      run.text == """
        installed into \(folder("new prefix/usr")): 3 files
        program
        library
        755
        755
        removed from \(folder("new prefix/usr"))
        stage

        """)
  }

  @Test func whatWasThereStays() throws {
    let run = try shell(
      """
      mkdir -p usr/bin usr/share
      echo other >usr/bin/other
      install stage "$PWD/usr" >/dev/null
      mkdir usr/lib/latchkey/added
      uninstall "$PWD/usr" >/dev/null
      find usr | sort
      """)
    #expect(
      run.text == """
        usr
        usr/bin
        usr/bin/other
        usr/lib
        usr/lib/latchkey
        usr/lib/latchkey/added
        usr/share

        """)
  }

  @Test func laterVersionRemovesWhatItDoesNotHave() throws {
    let run = try shell(
      """
      install stage "$PWD/usr" >/dev/null
      rm stage/lib/latchkey/library.so
      echo changed >stage/bin/program
      echo new >stage/bin/new
      install stage "$PWD/usr"
      cat usr/bin/program usr/bin/new
      ls usr/lib/latchkey
      uninstall "$PWD/usr" >/dev/null
      ls
      """)
    #expect(
      run.text == """
        installed into \(folder("usr")): 3 files
        changed
        new
        stage

        """)
  }

  @Test func noteNamesPlacesAsTheyAreOnTheTarget() throws {
    let run = try shell(
      """
      mkdir image
      install stage /opt/latchkey "$PWD/image" >/dev/null
      cat image/opt/latchkey/share/latchkey/installed
      uninstall /opt/latchkey "$PWD/image" >/dev/null
      ls image
      """)
    #expect(
      run.text == """
        /opt/latchkey/bin/program
        /opt/latchkey/lib/latchkey/library.so
        /opt/latchkey/share/latchkey/installed
        /opt/latchkey/share/latchkey/
        /opt/latchkey/share/
        /opt/latchkey/lib/latchkey/
        /opt/latchkey/lib/
        /opt/latchkey/bin/
        /opt/latchkey/
        /opt/

        """)
  }

  @Test func documentationIsInstalledAndRemoved() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let run = try shell(
      """
      rm -r stage
      '/\(package)/scripts/stage-documents' stage
      install stage "$PWD/usr" >/dev/null
      cd usr/share/doc/latchkey
      ls
      find docs -name '*.md' | sort >'\(folder("installed"))'
      (cd '/\(package)' && find docs -name '*.md' | sort) | cmp - '\(folder("installed"))'
      # What links from page to page lead to, but for tests and the like.
      check() {
        grep -ohE '[]][(]([.][.]/)?[A-Za-z0-9/-]+[.]md' *.md | cut -c 3- | sort -u | while read -r page; do
          case $page in
            *Tests/*|*Benchmarks/*|Examples/README.md|*CONTRIBUTING.md) ;;
            *) [ -f "$page" ] || echo "missing: $page" ;;
          esac
        done
      }
      check
      cd docs
      check
      find . -type f ! -perm 644
      cd '\(folder.path)'
      uninstall "$PWD/usr" >/dev/null
      ls
      """)
    #expect(
      run.text
        == "CHANGELOG.md\nExamples\nLICENSE\nREADME.md\nSECURITY.md\ndocs\ninstalled\nstage\n"
    )
  }

  @Test func mistakesAreToldAndChangeNothing() throws {
    let relative = try shell("install stage usr; echo $?; ls")
    #expect(relative.text == "install: PREFIX is a path from the root: usr\n2\nstage\n")
    let absent = try shell("uninstall /nowhere \"$PWD\"; echo $?; ls")
    #expect(absent.text.hasSuffix("is missing\n1\nstage\n"))
  }
}
