import Foundation
import Security

/// A class whose objects are passed to C programs in boxes. The boxes have their own Core Foundation type.
protocol Boxed: NSObject {
  static var kind: ForeignKind { get }
}

extension SecAccessControl: Boxed {
  static var kind: ForeignKind { .accessControl }
}

extension SecKey: Boxed {
  static var kind: ForeignKind { .key }
}

extension SecCertificate: Boxed {
  static var kind: ForeignKind { .certificate }
}

extension SecIdentity: Boxed {
  static var kind: ForeignKind { .identity }
}

extension SecTrust: Boxed {
  static var kind: ForeignKind { .trust }
}

extension SecPolicy: Boxed {
  static var kind: ForeignKind { .policy }
}

extension SecKeychain: Boxed {
  static var kind: ForeignKind { .keychain }
}

extension SecKeychainItem: Boxed {
  static var kind: ForeignKind { .keychainItem }
}
