import Glibc
import TestSupport
import Testing

/// Tests `scripts/check-topics` with small documentation catalogues and symbol graphs.
@Suite struct TopicCheckTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script in a tree with the three modules. Each module has a public symbol that is in a topic group.
  /// `Security` also has a type with a member on its own page. The script can call `check`, which runs the check.
  private func shell(_ script: String) throws -> Tool.Outcome {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try Tool().shell(
      """
      exec 2>&1
      cd '\(folder.path)'
      check() {
        /usr/bin/python3 '/\(package)/scripts/check-topics' graphs "$PWD"
        echo "status $?"
      }
      graph() {
        symbols=
        name=$1
        shift
        for path in "$@"; do
          symbols="$symbols${symbols:+, }{\\"pathComponents\\": [\\"$(echo "$path" | sed 's|/|", "|g')\\"]}"
        done
        echo "{\\"symbols\\": [$symbols]}" >"graphs/$name.symbols.json"
      }
      page() {
        mkdir -p "Sources/$1/$1.docc"
        cat >"Sources/$1/$1.docc/$2.md"
      }
      mkdir graphs
      graph Security 'Add(_:)' Kind Kind/first
      graph LocalAuthentication Context
      graph LatchkeyAdministration Care
      for module in LocalAuthentication LatchkeyAdministration; do
        symbol=$(sed 's/.*: \\["\\(.*\\)"\\].*/\\1/' graphs/$module.symbols.json)
        printf '# ``%s``\\n\\n## Topics\\n\\n### All\\n\\n- ``%s``\\n' $module $symbol | page $module $module
      done
      printf '# ``Security``\\n\\n## Topics\\n\\n### More\\n\\n- <doc:Functions>\\n' | page Security Security
      printf '# Functions\\n\\n## Topics\\n\\n### All\\n\\n- ``Security/Add(_:)``\\n- ``Security/Kind``\\n' |
        page Security Functions
      printf '# ``Security/Kind``\\n\\n## Topics\\n\\n### All\\n\\n- ``first``\\n' | page Security Kind
      \(script)
      """)
  }

  @Test func cataloguesThatNameEverySymbolPass() throws {
    let run = try shell("check")
    #expect(run.text == "5 public symbols, 0 faults in their topic groups\nstatus 0\n")
  }

  @Test func aSymbolAMemberAndAPageWithoutAGroupAreNamed() throws {
    let run = try shell(
      """
      graph Security 'Add(_:)' 'Delete(_:)' Kind Kind/first Kind/second
      printf '# Others\\n\\n## Topics\\n' | page Security Others
      check
      """)
    #expect(
      run.text == """
        Security: no topic group has Delete(_:)
        Security: no topic group has Kind/second
        Security: no topic group has doc:Others
        7 public symbols, 3 faults in their topic groups
        status 1

        """)
  }

  @Test func aLinkThatLeadsNowhereIsNamedWithItsLine() throws {
    let run = try shell(
      """
      graph Security Kind Kind/first
      echo '- ``Security/Kind``' >>Sources/Security/Security.docc/Functions.md
      check
      """)
    #expect(
      run.text == """
        Sources/Security/Security.docc/Functions.md:7: Security has no Add(_:)
        Sources/Security/Security.docc/Functions.md:9: Kind is on this page twice
        4 public symbols, 2 faults in their topic groups
        status 1

        """)
  }

  /// A symbol that extends a type of another module has a page below the name of that module.
  @Test func anExtensionIsNamedFromItsModuleOn() throws {
    let run = try shell(
      """
      graph Security@Foundation Name Name/changed Name/_hidden
      check
      printf '\\n- ``Security/Foundation``\\n- ``Security/Foundation/Name``\\n- ``Security/Foundation/Name/changed``\\n' \\
        >>Sources/Security/Security.docc/Functions.md
      check
      """)
    #expect(
      run.text == """
        Security: no topic group has Foundation
        Security: no topic group has Foundation/Name
        Security: no topic group has Foundation/Name/changed
        8 public symbols, 3 faults in their topic groups
        status 1
        8 public symbols, 0 faults in their topic groups
        status 0

        """)
  }
}
