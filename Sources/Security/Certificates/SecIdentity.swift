import AsymmetricKeys
public import Foundation
import Keychain
import KeychainModel
import X509Certificates

/// A certificate with its private key.
///
/// Two identities are equal if their certificates are equal and their keys are equal.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants of Sendable types.
public final class SecIdentity: NSObject, @unchecked Sendable {
  package let certificate: SecCertificate
  package let privateKey: SecKey

  package init(_ certificate: SecCertificate, _ privateKey: SecKey) {
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// Returns whether the other object is an identity with an equal certificate and an equal key.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecIdentity else { return false }
    return certificate.isEqual(other.certificate) && privateKey.isEqual(other.privateKey)
  }

  /// Equal identities have equal hashes.
  public override var hash: Int { certificate.hash }

  /// Describes the identity by the address of the object. The text contains neither the certificate nor the key.
  public override var description: String {
    "<SecIdentityRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }
}

extension SecIdentity: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .identity }
}

/// Returns the type number of identities, as returned by `CFGetTypeID`.
public func SecIdentityGetTypeID() -> CFTypeID {
  SecIdentity.typeIdentifier.rawValue
}

/// Makes an identity from a certificate and its private key.
///
/// - Parameters:
///   - allocator: Ignored; pass nil.
///   - certificate: The certificate.
///   - privateKey: The private key of the certificate.
/// - Returns: The identity; nil unless the public part of the key equals the public key of the certificate.
public func SecIdentityCreate(
  _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    guard case .asymmetric(let key) = privateKey.material, key.isPrivate,
      let own = certificate.certificate.publicKey,
      own.publicRepresentation == key.publicRepresentation
    else { throw KeychainError(.parameter, "the key is not the certificate's") }
    return SecIdentity(certificate, privateKey)
  }
}

/// Finds the certificate of an identity.
///
/// - Parameters:
///   - identity: The identity.
///   - certificate: Receives the certificate.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyCertificate(
  _ identity: SecIdentity, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  certificate.pointee = identity.certificate
  return errSecSuccess
}

/// Finds the private key of an identity.
///
/// - Parameters:
///   - identity: The identity.
///   - privateKey: Receives the key.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyPrivateKey(
  _ identity: SecIdentity, _ privateKey: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  privateKey.pointee = identity.privateKey
  return errSecSuccess
}

extension SecIdentity {
  /// Makes an identity from an identity item. Returns nil unless the item has a readable certificate and a readable
  /// key.
  ///
  /// - Parameter item: An item that was read with its attributes, its secret and its certificate.
  convenience init?(of item: Item) {
    guard let data = item.certificate, let certificate = try? Certificate(der: data),
      let key = SecKey(of: item)
    else { return nil }
    self.init(SecCertificate(certificate), key)
  }
}
