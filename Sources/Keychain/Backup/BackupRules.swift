package import KeychainModel
import RowSealing

/// The rules that determine which items a backup contains.
package enum BackupRules {
  package enum Decision: Sendable, Equatable {
    /// The item can be restored on every device.
    case included
    /// The item can be restored only with the device key that the backup was made with.
    case thisDeviceOnly
    case excluded(BackupExclusion)
    /// The row is a tombstone: there is no item.
    case gone
    /// The row should contain an item, but cannot be read.
    case unreadable
  }

  /// The decision about a row that the caller has opened. A locked row cannot be opened, so this function does not need
  /// a rule for such a row.
  ///
  /// - Parameter opening: The result of opening the row.
  static func decision(
    _ opening: RowOpening<OpenedRow>, isTombstone: Bool, _ itemClass: ItemClass
  ) -> Decision {
    switch opening {
    case .opened where isTombstone: .gone
    case .opened(let content): decision(content.attributes, itemClass)
    case .dead: isTombstone ? .gone : .excluded(.destroyed)
    case .guarded: .excluded(.needsAuthentication)
    case .damaged, .unknownKey: .unreadable
    }
  }

  /// The decision about an item with these attributes.
  package static func decision(
    _ attributes: AttributeSet, _ itemClass: ItemClass
  ) -> Decision {
    guard attributes[.tombstone] != .number(1) else { return .gone }
    guard let constant = attributes[.accessible]?.text,
      let accessibility = Accessibility(constant: constant)
    else { return .unreadable }
    if accessibility == .whenPasscodeSetThisDeviceOnly { return .excluded(.needsPasscode) }
    if !AccessConstraints(guarding: attributes, itemClass).areNone {
      return .excluded(.needsAuthentication)
    }
    if isSystemBound(attributes, itemClass) { return .excluded(.systemBound) }
    if isNamed(attributes[.tokenID]) { return .excluded(.tokenObject) }
    if attributes[.appClip] == .number(1) { return .excluded(.appClip) }
    return accessibility.isThisDeviceOnly ? .thisDeviceOnly : .included
  }

  private static func isSystemBound(_ attributes: AttributeSet, _ itemClass: ItemClass) -> Bool {
    if attributes[.systemBound] == .number(1) || isNamed(attributes[.sharingGroup]) { return true }
    switch attributes[.accessGroup]?.text {
    case "com.apple.security.sos", "lockdown-identities": return true
    case "apple" where itemClass == .genericPassword: break
    default: return false
    }
    let account = attributes[.account]?.text
    return switch attributes[.service]?.text {
    case "com.apple.managedconfiguration": account == "Public" || account == "Private"
    case "com.apple.account.CloudKit.token", "com.apple.account.idms.continuation-key": true
    default: false
    }
  }

  /// Whether the value is present and not empty.
  private static func isNamed(_ value: AttributeValue?) -> Bool {
    switch value {
    case nil: false
    case .string(let text): !text.isEmpty
    case .data(let bytes): !bytes.isEmpty
    case .number, .date: true
    }
  }
}
