public import Foundation
import KeychainModel

/// Makes an access control object for `kSecAttrAccessControl`.
///
/// - Parameters:
///   - allocator: Ignored; pass nil or `kCFAllocatorDefault`.
///   - protection: One of the `kSecAttrAccessible...` constants as a string, or a dictionary. The function copies a
///     dictionary and does not interpret the dictionary. Storing an item whose protection is a dictionary fails with
///     `errSecParam`.
///   - flags: The proofs that the keychain requires before a program may use the item. The function ignores unknown
///     bits.
///   - error: Receives an error if the function returns nil. The caller must release the error. The domain of the error
///     is `NSOSStatusErrorDomain`, and its code is `errSecParam`.
/// - Returns: The object. Nil if `protection` is neither an accessibility nor a dictionary that is a property list. Nil
///   if the flags contain both `or` and `and`, or both `biometryAny` and `biometryCurrentSet`. Nil if the flags contain
///   `userPresence` and a flag other than `privateKeyUsage` and `applicationPassword`.
///
/// Latchkey supports neither biometry nor paired devices. The passcode of the keychain proves both `userPresence` and
/// `devicePasscode`. Storing an item fails with `errSecAuthFailed` if nothing can satisfy its access control, or if its
/// access control requires the passcode and no passcode is set. This function makes the object nevertheless, as on a
/// device whose owner has set up neither biometry nor a passcode.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?,
  _ protection: CFTypeRef,
  _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard ArgumentChecks.areValid(protection) else {
    refuse(KeychainError(.parameter, "the protection holds what no property list can hold"), error)
    return nil
  }
  let dictionary = (protection as? NSDictionary).flatMap(ProtectionDictionary.copy)
  let accessibility = (protection as? String).flatMap { isAccessibility($0) ? $0 : nil }
  guard dictionary != nil || accessibility != nil else {
    refuse(
      KeychainError(.parameter, "the protection is not one of the kSecAttrAccessible values"), error
    )
    return nil
  }
  if let reason = flags.contradiction {
    refuse(KeychainError(.parameter, "\(reason)"), error)
    return nil
  }
  LastFailure.clear()
  let constraints = AccessConstraints(rawValue: UInt64(flags.rawValue))
  if let dictionary { return SecAccessControl(dictionary: dictionary, constraints: constraints) }
  return accessibility.map {
    SecAccessControl(protection: $0, hasOperations: true, constraints: constraints)
  }
}

/// Returns whether a string names an accessibility. The result is also true for the name `untilReboot`, although
/// storing an item with this accessibility fails.
private func isAccessibility(_ name: String) -> Bool {
  Accessibility(constant: name) != nil || name == Accessibility.untilReboot
}

extension SecAccessControlCreateFlags {
  /// The flags that contradict `userPresence`.
  private static let excludedByUserPresence: Self = [
    .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and,
  ]

  /// Describes the contradiction between the flags. Nil if the flags do not contradict each other.
  fileprivate var contradiction: String? {
    if isSuperset(of: [.or, .and]) {
      return "the flags 'or' and 'and' exclude each other"
    }
    if isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
      return "the flags 'biometryAny' and 'biometryCurrentSet' exclude each other"
    }
    if contains(.userPresence), !isDisjoint(with: .excludedByUserPresence) {
      return "'userPresence' combines only with 'privateKeyUsage' and 'applicationPassword'"
    }
    return nil
  }
}

private func refuse(_ error: KeychainError, _ place: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
  LastFailure.note(error)
  report(NSError(error), to: place)
}

/// The proofs that an access control object requires before a program may use an item.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits, with the values of Apple's platforms.
  public let rawValue: CFOptionFlags

  /// Makes a set of these bits. The set keeps unknown bits. `SecAccessControlCreateWithFlags` ignores unknown bits.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  /// The user must prove their presence by biometry or with the passcode. Bit 0.
  public static let userPresence = Self(rawValue: 1 << 0)

  /// The user must use biometry. Biometry that is enrolled later is also accepted. Bit 1.
  public static let biometryAny = Self(rawValue: 1 << 1)

  /// The older name of `biometryAny`.
  public static let touchIDAny = Self.biometryAny

  /// The user must use biometry that was enrolled when the item was stored. A change of enrolment makes the item
  /// unusable. Bit 3.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)

  /// The older name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self.biometryCurrentSet

  /// The user must type the passcode of the device. Bit 4.
  public static let devicePasscode = Self(rawValue: 1 << 4)

  /// A paired device must be nearby. Bit 5.
  public static let companion = Self(rawValue: 1 << 5)

  /// The older name of `companion`.
  public static let watch = Self.companion

  /// One of the proofs that the other flags require is sufficient. Bit 14.
  public static let or = Self(rawValue: 1 << 14)

  /// All proofs that the other flags require are necessary. This rule is also the default. Bit 15.
  public static let and = Self(rawValue: 1 << 15)

  /// The constraints guard the use of a private key. Bit 30.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)

  /// A password from the program is required in addition to the other constraints. Bit 31.
  public static let applicationPassword = Self(rawValue: 1 << 31)
}
