import Foundation
import Keychain
import KeychainModel
import Testing

@testable import Security

/// A program's list of access groups, which comes from the entitlements in a property list (specification: secitem
/// 4.1).
@Suite("Entitlements") struct EntitlementsTests {
  private func groups(_ values: [String: Any]) throws -> [String] {
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    return try Entitlements(propertyList: Array(data), "file").accessGroups
  }

  @Test("The access groups come from four entitlements, in a fixed order") func order() throws {
    #expect(
      try groups([
        "com.apple.security.application-groups": ["group.x"],
        "application-identifier": "TEAM.app",
        "com.apple.developer.associated-application-identifier": ["TEAM.assoc"],
        "keychain-access-groups": ["TEAM.b", "TEAM.a"],
      ]) == ["TEAM.b", "TEAM.a", "TEAM.assoc", "TEAM.app", "group.x"])
  }

  @Test("The second spelling of the application identifier is used if the first is absent")
  func identifiers() throws {
    #expect(try groups(["com.apple.application-identifier": "m"]) == ["m"])
    #expect(
      try groups(["com.apple.application-identifier": "m", "application-identifier": "i"]) == ["i"])
    #expect(try groups(["application-identifier": ["i"]]) == [])
  }

  @Test("An entitlement that is not an array of strings is ignored")
  func wrongTypes() throws {
    #expect(try groups(["keychain-access-groups": ["a", 5] as [Any]]) == [])
    #expect(try groups(["keychain-access-groups": "a"]) == [])
    #expect(
      try groups(["keychain-access-groups": ["a", 5] as [Any], "application-identifier": "i"])
        == ["i"])
    #expect(try groups([:]) == [])
  }

  @Test("Duplicate groups stay. The token group is moved to the end, and occurs once") func tokenGroup() throws {
    #expect(try groups(["keychain-access-groups": ["a", "a"]]) == ["a", "a"])
    #expect(
      try groups([
        "keychain-access-groups": ["com.apple.token", "a", "com.apple.token"],
        "application-identifier": "i",
      ]) == ["a", "i", "com.apple.token"])
  }

  @Test("Binary property lists can be read") func binary() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["keychain-access-groups": ["a"]], format: .binary, options: 0)
    #expect(try Entitlements(propertyList: Array(data), "file").accessGroups == ["a"])
  }

  @Test("A property list that is not a dictionary is malformed")
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

  @Test("Only an entitlement with the Boolean value true is granted") func granted() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["yes": true, "no": false, "text": "true", "list": ["true"]], format: .xml,
      options: 0)
    #expect(try Entitlements(propertyList: Array(data), "file").granted == ["yes"])
  }
}
