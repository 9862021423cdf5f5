import KeychainModel
import Testing

@testable import Keychain
@testable import RowSealing

/// Tests which items a backup contains (specification: secitem 10.8).
@Suite struct BackupRulesTests {
  private func decision(
    _ accessible: String = "ak", group: String = "app", itemClass: ItemClass = .genericPassword,
    _ more: AttributeSet = AttributeSet()
  ) -> BackupRules.Decision {
    var attributes = AttributeSet([
      .accessible: .string(accessible), .accessGroup: .string(group),
    ])
    for (name, value) in more.entries { attributes[name] = value }
    return BackupRules.decision(attributes, itemClass)
  }

  @Test(arguments: [
    ("ak", BackupRules.Decision.included), ("ck", .included), ("dk", .included),
    ("aku", .thisDeviceOnly), ("cku", .thisDeviceOnly), ("dku", .thisDeviceOnly),
    ("akpu", .excluded(.needsPasscode)), ("none", .unreadable),
  ])
  func accessibilityDecides(_ accessible: String, _ expected: BackupRules.Decision) {
    #expect(decision(accessible) == expected)
  }

  @Test(arguments: [
    (AccessConstraints.userPresence, true), (.devicePasscode, true), (.biometryAny, true),
    (.applicationPassword, true), (.privateKeyUsage, true),
    (AccessConstraints(rawValue: 0), false), (AccessConstraints(rawValue: 1 << 15), false),
  ])
  func accessControlThatAsksForAProofStaysOut(_ constraints: AccessConstraints, _ isOut: Bool) {
    let control = AttributeSet([.accessControl: .number(Int64(constraints.rawValue))])
    #expect(decision("ak", control) == (isOut ? .excluded(.needsAuthentication) : .included))
  }

  @Test(arguments: [
    (AttributeSet([.systemBound: .number(1)]), BackupRules.Decision.excluded(.systemBound)),
    (AttributeSet([.systemBound: .number(0)]), .included),
    (AttributeSet([.systemBound: .number(2)]), .included),
    (AttributeSet([.sharingGroup: .string("family")]), .excluded(.systemBound)),
    (AttributeSet([.sharingGroup: .string("")]), .included),
    (AttributeSet([.tokenID: .string("card")]), .excluded(.tokenObject)),
    (AttributeSet([.tokenID: .string("")]), .included),
    (AttributeSet([.appClip: .number(1)]), .excluded(.appClip)),
    (AttributeSet([.appClip: .number(0)]), .included),
    (AttributeSet([.tombstone: .number(1)]), .gone),
  ])
  func attributesDecide(_ more: AttributeSet, _ expected: BackupRules.Decision) {
    #expect(decision("ak", more) == expected)
  }

  @Test(arguments: [
    ("com.apple.security.sos", "", "", true), ("lockdown-identities", "", "", true),
    ("apple", "com.apple.managedconfiguration", "Public", true),
    ("apple", "com.apple.managedconfiguration", "Private", true),
    ("apple", "com.apple.managedconfiguration", "Other", false),
    ("app", "com.apple.managedconfiguration", "Public", false),
    ("apple", "com.apple.account.CloudKit.token", "any", true),
    ("apple", "com.apple.account.idms.continuation-key", "any", true),
    ("apple", "something", "any", false),
  ])
  func itemsOfTheSystemStayOut(
    _ group: String, _ service: String, _ account: String, _ isOut: Bool
  ) {
    let names = AttributeSet([.service: .string(service), .account: .string(account)])
    #expect(
      decision("ak", group: group, names) == (isOut ? .excluded(.systemBound) : .included))
  }

  @Test func systemServiceNamesMeanNothingForInternetPasswords() {
    let names = AttributeSet([.service: .string("com.apple.account.CloudKit.token")])
    #expect(decision("ak", group: "apple", itemClass: .internetPassword, names) == .included)
  }

  @Test func rowsThatDoNotOpenAreToldApart() {
    let guarded = GuardedRow(constraints: .userPresence, obstacle: .missing)
    let damage = KeychainError(.decode, "damaged")
    let row = OpenedRow(attributes: AttributeSet([.accessible: .string("ak")]), secret: nil)
    let cases: [(RowOpening<OpenedRow>, Bool, BackupRules.Decision)] = [
      (.opened(row), false, .included), (.opened(row), true, .gone),
      (.dead, false, .excluded(.destroyed)), (.dead, true, .gone),
      (.guarded(guarded), false, .excluded(.needsAuthentication)),
      (.damaged(damage), false, .unreadable), (.unknownKey, false, .unreadable),
    ]
    for (opening, isTombstone, expected) in cases {
      #expect(
        BackupRules.decision(opening, isTombstone: isTombstone, .genericPassword) == expected)
    }
  }
}
