import Foundation
import Keychain
import KeychainModel
import Testing

@testable import Security

/// The list of access groups, built from a property list (specification: secitem 4.1).
@Suite("Entitlements") struct EntitlementsTests {
  private func groups(_ values: [String: Any]) throws -> [String] {
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    return try Entitlements(propertyList: Array(data), "file").accessGroups
  }

  @Test("The four sources, in their order") func order() throws {
    #expect(
      try groups([
        "com.apple.security.application-groups": ["group.x"],
        "application-identifier": "TEAM.app",
        "com.apple.developer.associated-application-identifier": ["TEAM.assoc"],
        "keychain-access-groups": ["TEAM.b", "TEAM.a"],
      ]) == ["TEAM.b", "TEAM.a", "TEAM.assoc", "TEAM.app", "group.x"])
  }

  @Test("The second spelling of the identifier counts when the first is absent")
  func identifiers() throws {
    #expect(try groups(["com.apple.application-identifier": "m"]) == ["m"])
    #expect(
      try groups(["com.apple.application-identifier": "m", "application-identifier": "i"]) == ["i"])
    #expect(try groups(["application-identifier": ["i"]]) == [])
  }

  @Test("An array with a member that is no string, or no array, counts as absent")
  func wrongTypes() throws {
    #expect(try groups(["keychain-access-groups": ["a", 5] as [Any]]) == [])
    #expect(try groups(["keychain-access-groups": "a"]) == [])
    #expect(
      try groups(["keychain-access-groups": ["a", 5] as [Any], "application-identifier": "i"])
        == ["i"])
    #expect(try groups([:]) == [])
  }

  @Test("Duplicates stay; the token group goes to the end, once") func tokenGroup() throws {
    #expect(try groups(["keychain-access-groups": ["a", "a"]]) == ["a", "a"])
    #expect(
      try groups([
        "keychain-access-groups": ["com.apple.token", "a", "com.apple.token"],
        "application-identifier": "i",
      ]) == ["a", "i", "com.apple.token"])
  }

  @Test("Binary property lists are read as well") func binary() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["keychain-access-groups": ["a"]], format: .binary, options: 0)
    #expect(try Entitlements(propertyList: Array(data), "file").accessGroups == ["a"])
  }

  @Test("What is no dictionary is malformed, never absent")
  func malformed() throws {
    let texts = [
      "", "x", "<plist>", "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>",
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key></dict></plist>", "\0\0",
    ]
    for text in texts {
      #expect(throws: KeychainError.self, "\(text)") {
        try Entitlements(propertyList: Array(text.utf8), "file")
      }
    }
  }

  @Test("Entitlements are granted by a true Boolean only") func granted() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["yes": true, "no": false, "text": "true", "list": ["true"]], format: .xml,
      options: 0)
    #expect(try Entitlements(propertyList: Array(data), "file").granted == ["yes"])
  }
}
