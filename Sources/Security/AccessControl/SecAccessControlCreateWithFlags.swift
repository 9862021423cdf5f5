public import Foundation
import KeychainModel

/// Makes an access control object for `kSecAttrAccessControl`.
///
/// - Parameters:
///   - allocator: Ignored; pass nil or `kCFAllocatorDefault`.
///   - protection: One of the `kSecAttrAccessible...` constants, as a string; or a dictionary, which is
///     taken as it is. No item can be stored under one: `errSecParam`.
///   - flags: What has to be proven before the item may be used. Bits without a meaning are ignored.
///   - error: Where to leave the error if there is no result; the caller owns it. Its domain is
///     `NSOSStatusErrorDomain`, and its code is
///     `errSecParam` if the protection is neither an accessibility nor a dictionary that is a property
///     list, or the flags contradict each other (`or` with `and`; both kinds of biometry; `userPresence`
///     with anything but `privateKeyUsage` and `applicationPassword`).
/// - Returns: The object, or nil and an error.
///
/// There is no biometry here, and no paired device: `userPresence` is proven by the keychain's passcode,
/// as is `devicePasscode`. An item that asks for what cannot be proven is refused when it is stored
/// (`errSecAuthFailed`), and so is one that asks for the passcode while none is set. The object itself is
/// made all the same, as on a device whose owner has not set these up.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?,
  _ protection: CFTypeRef,
  _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard Arguments.areSound(protection) else {
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

/// Whether a string names an accessibility, or is the eighth name: the one that passes here and
/// fails when an item is stored under it.
private func isAccessibility(_ name: String) -> Bool {
  Accessibility(constant: name) != nil || name == Accessibility.untilReboot
}

extension SecAccessControlCreateFlags {
  /// The flags that `userPresence`, being a choice of its own, cannot stand beside.
  private static let excludedByUserPresence: Self = [
    .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and,
  ]

  /// What is wrong with the combination, or nil.
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
