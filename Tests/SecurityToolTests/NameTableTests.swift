import TestSupport
import Testing

/// Tests `scripts/names` with a copy of the table and of the generated files.
@Suite struct NameTableTests {
  /// Runs a script in a temporary copy of the package. The script can call `names`, which runs `scripts/names` and
  /// prints its exit status.
  private func shell(_ script: String) throws -> Tool.Outcome {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folder = try TemporaryDirectory()
    return try Tool().shell(
      """
      exec 2>&1
      set -u
      cd '\(folder.path)'
      mkdir Sources
      cp -r '/\(package)/Tables' .
      cp -r '/\(package)/Sources/Security' '/\(package)/Sources/KeychainModel' \\
        '/\(package)/Sources/CSecurity' Sources
      names() {
        '/\(package)/scripts/names' "$@" .
        echo "status $?"
      }
      \(script)
      """)
  }

  @Test func filesThatAreMadePass() throws {
    #expect(try shell("names --check").text == "status 0\n")
  }

  @Test func eachStaleFileIsNamed() throws {
    let run = try shell(
      """
      sed -i 's/= -25299$/= -25298/' Sources/Security/Errors/KeychainErrors.swift
      rm Sources/CSecurity/include/Security/SecTrustConstants.h
      echo >>Sources/CSecurity/ConstantStrings.inc
      names --check
      names
      names --check
      """)
    let stale = [
      "Sources/Security/Errors/KeychainErrors.swift",
      "Sources/CSecurity/include/Security/SecTrustConstants.h", "Sources/CSecurity/ConstantStrings.inc",
    ]
    let expected = stale.map { "\($0) is not what scripts/names makes of Tables/names.txt: run it" }
    #expect(run.text == (expected + ["status 1", "status 0", "status 0", ""]).joined(separator: "\n"))
  }

  @Test func aChangeOfTheTableMakesEveryFileOfTheEntryStale() throws {
    let run = try shell(
      """
      sed -i 's/^errSecDuplicateItem = -25299$/errSecDuplicateItem = -25000/' Tables/names.txt
      names --check 2>&1 | cut -d ' ' -f 1
      sed -i 's/^kSecAttrAccount = "acct"$/kSecAttrAccount = "acco"/' Tables/names.txt
      names | cut -d ' ' -f 1
      grep -rlE -- '-25000|"acco"|`acco`' Sources | LC_ALL=C sort
      """)
    #expect(
      run.text == """
        Sources/Security/Errors/KeychainErrors.swift
        Sources/CSecurity/include/Security/SecStatuses.h
        Sources/KeychainModel/Errors/StatusMessageTable.swift
        Sources/KeychainModel/Errors/KeychainError+Code.swift
        status
        status
        Sources/CSecurity/ConstantStrings.inc
        Sources/CSecurity/include/Security/SecItemConstants.h
        Sources/CSecurity/include/Security/SecStatuses.h
        Sources/KeychainModel/Errors/KeychainError+Code.swift
        Sources/KeychainModel/Errors/StatusMessageTable.swift
        Sources/Security/Constants/AttributeKeys.swift
        Sources/Security/Errors/KeychainErrors.swift

        """)
  }

  @Test func aFileThatIsNotMadeAnyMoreIsNamed() throws {
    let run = try shell(
      """
      cp Sources/Security/Constants/AccessValues.swift Sources/Security/Constants/Tokens.swift
      names --check
      """)
    #expect(
      run.text == "Sources/Security/Constants/Tokens.swift is not made any more: remove it\nstatus 1\n")
  }

  @Test(arguments: [
    ("errSecParam = -51", "errSecParam is there twice"),
    ("errSecNew = 1\n  text", "errSecNew has a value of another kind than its section"),
    ("kSecNew = \"new\"", "kSecNew has no documentation"),
    ("kSecNew \"new\"", "this is neither a section nor an entry"),
  ])
  func lineOfTheTableThatIsWrongIsRefused(_ lines: String, _ reason: String) throws {
    let run = try shell(
      """
      cat >>Tables/names.txt <<'LINES'

      \(lines)
      LINES
      names --check
      """)
    #expect(run.text.hasPrefix("Tables/names.txt"), "\(run.text)")
    #expect(run.text.hasSuffix(": \(reason)\nstatus 1\n"), "\(run.text)")
  }
}
