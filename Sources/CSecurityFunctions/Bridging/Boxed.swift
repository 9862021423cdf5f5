import Foundation
import Security

/// A class whose objects are passed to C programs in boxes. The boxes have their own Core Foundation type.
protocol Boxed: NSObject {
  static var kind: CFObjectKind { get }
}

extension SecAccessControl: Boxed {
  static var kind: CFObjectKind { .accessControl }
}

extension SecKey: Boxed {
  static var kind: CFObjectKind { .key }
}

extension SecCertificate: Boxed {
  static var kind: CFObjectKind { .certificate }
}

extension SecIdentity: Boxed {
  static var kind: CFObjectKind { .identity }
}

extension SecTrust: Boxed {
  static var kind: CFObjectKind { .trust }
}

extension SecPolicy: Boxed {
  static var kind: CFObjectKind { .policy }
}

extension SecKeychain: Boxed {
  static var kind: CFObjectKind { .keychain }
}

extension SecKeychainItem: Boxed {
  static var kind: CFObjectKind { .keychainItem }
}
