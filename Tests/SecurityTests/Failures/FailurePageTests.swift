import Foundation
import Security
import TestSupport
import Testing

private func store(_ item: [String: Any]) -> Bool {
  guard SecItemAdd(item as CFDictionary, nil) != errSecSuccess else { return true }
  guard let failure = LatchkeyCopyLastFailure() else { return false }
  switch failure.cause {
  case .duplicateItem: return true
  case .diskFull, .readOnly: print("not stored: \(failure.reason)")
  default: print(failure.reason, failure.cause.advice ?? "")
  }
  return false
}

/// Tests that docs/failures.md and the C header contain every cause of failures, with the same number.
@Suite struct FailurePageTests {
  @Test func everyCauseHasARowOnThePage() throws {
    let rows = try SourceTree.failureRows()
    #expect(rows.count == LatchkeyFailureCause.allCases.count)
    for cause in LatchkeyFailureCause.allCases {
      let row = try #require(rows.first { $0[0] == "\(cause.rawValue)" }, "\(cause.name)")
      #expect(row[1] == "`\(cause.name)`")
      #expect(row.count == 5 && !row[3].isEmpty && !row[4].isEmpty, "\(cause.name)")
      let statuses = row[2].components(separatedBy: ", ").compactMap { Int32($0) }
      #expect(!statuses.isEmpty || row[2] == "any", "\(cause.name)")
      for command in cause.advice.map(Self.commands) ?? [] {
        #expect(row[4].contains(command), "\(cause.name): \(command)")
      }
    }
  }

  /// The Swift sample in docs/failures.md is the function `store` of this file, which is compiled.
  @Test func theSampleInSwiftCompiles() throws {
    let page = try SourceTree.text("docs/failures.md")
    let sample = page.components(separatedBy: "```swift\n")[1].components(separatedBy: "```")[0]
    let source = try SourceTree.text("Tests/SecurityTests/Failures/FailurePageTests.swift")
    #expect(source.contains("\nprivate " + sample))
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
    ]
    let keychain = try TestKeychain()
    #expect(keychain.perform { store(item) })
    #expect(keychain.perform { store(item) })
    #expect(keychain.perform { !store([:]) })
  }

  /// Returns the subcommands in a text. A subcommand is the word after `security`, the name of the tool.
  private static func commands(in advice: String) -> [String] {
    let words = advice.components(separatedBy: CharacterSet(charactersIn: " ,;:.()"))
    return zip(words, words.dropFirst()).filter { $0.0 == "security" }.map { $0.1 }
  }

  @Test func theHeaderInCIsTheSame() throws {
    let header = try SourceTree.text("Sources/CSecurity/include/Security/LatchkeyFailure.h")
    let lines = header.components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,")) }
      .filter { $0.hasPrefix("kLatchkeyFailureCause") && $0.contains(" = ") }
    let expected = LatchkeyFailureCause.allCases.map { cause -> String in
      let name = "\(cause)"
      return
        "kLatchkeyFailureCause\(name.prefix(1).uppercased())\(name.dropFirst()) = \(cause.rawValue)"
    }
    #expect(lines == ["kLatchkeyFailureCauseNone = 0"] + expected)
  }
}
