public import Foundation
import KeychainModel

/// Makes an access control object for `kSecAttrAccessControl`.
///
/// - Parameters:
///   - allocator: Ignored; pass nil or `kCFAllocatorDefault`.
///   - protection: One of the `kSecAttrAccessible...` constants, as a string, or a dictionary, which is copied without
///     being interpreted. Storing an item under a dictionary fails with `errSecParam`.
///   - flags: The proofs that the keychain demands before the item may be used. Unknown bits are ignored.
///   - error: Receives the error if there is no result; the caller must release it. Its domain is
///     `NSOSStatusErrorDomain`. Its code is `errSecParam`. The function fails if the protection is neither an
///     accessibility nor a dictionary that is a property list, or if the flags contradict each other: `or` with `and`;
///     both kinds of biometry; `userPresence` with a flag other than `privateKeyUsage` and `applicationPassword`.
/// - Returns: The object, or nil and an error.
///
/// There is no biometry here, and no paired device. The keychain's passcode proves both `userPresence` and
/// `devicePasscode`. Storing an item fails with `errSecAuthFailed` if nothing can satisfy its access control, or if it
/// asks for the passcode while none is set. The object itself can always be made, as on a device whose owner has set
/// up neither biometry nor a passcode.
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

/// Returns whether a string names an accessibility. The name `untilReboot` also passes here; storing an item under it
/// fails later.
private func isAccessibility(_ name: String) -> Bool {
  Accessibility(constant: name) != nil || name == Accessibility.untilReboot
}

extension SecAccessControlCreateFlags {
  /// The flags that contradict `userPresence`.
  private static let excludedByUserPresence: Self = [
    .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and,
  ]

  /// A description of the contradiction between the flags, or nil.
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

/// The proofs that an access control object demands before an item may be used.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits, with the values of Apple's platforms.
  public let rawValue: CFOptionFlags

  /// Makes a set of these bits. Unknown bits are kept in the set and ignored when it is used.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  /// The presence of the user, proven by biometry or by the passcode. Bit 0.
  public static let userPresence = Self(rawValue: 1 << 0)

  /// Any enrolled biometry, also biometry that is enrolled later. Bit 1.
  public static let biometryAny = Self(rawValue: 1 << 1)

  /// The older name of `biometryAny`.
  public static let touchIDAny = Self.biometryAny

  /// The biometry that is enrolled now. A change of enrolment makes the item unusable. Bit 3.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)

  /// The older name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self.biometryCurrentSet

  /// The passcode of the device. Bit 4.
  public static let devicePasscode = Self(rawValue: 1 << 4)

  /// A paired device nearby. Bit 5.
  public static let companion = Self(rawValue: 1 << 5)

  /// The older name of `companion`.
  public static let watch = Self.companion

  /// One of the constraints suffices. Bit 14.
  public static let or = Self(rawValue: 1 << 14)

  /// All constraints are required. They are also all required without this flag. Bit 15.
  public static let and = Self(rawValue: 1 << 15)

  /// The constraints guard the use of a private key. Bit 30.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)

  /// A password from the program is required as well. Bit 31.
  public static let applicationPassword = Self(rawValue: 1 << 31)
}
