import Foundation
import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// An identity from a PKCS#12 file, with its certificate chain.
struct ImportedIdentity {
  private let identity: SecIdentity
  private let trust: SecTrust
  /// The certificate chain. It begins with the certificate of the identity.
  private let chain: [SecCertificate]

  /// - Parameters:
  ///   - certificates: All certificates of the file.
  ///   - isEvaluated: Whether the initializer builds the chain. If false, the chain contains only the certificate of
  ///     the identity.
  init(_ pair: PKCS12Content.Pair, _ certificates: [SecCertificate], isEvaluated: Bool) {
    let own = SecCertificate(pair.certificate)
    identity = SecIdentity(own, SecKey(.asymmetric(pair.key)))
    let others = certificates.filter { !$0.isEqual(own) }
    trust = SecTrust(TrustState([own] + others, [SecPolicyCreateBasicX509()]))
    guard isEvaluated else {
      chain = [own]
      return
    }
    _ = SecTrustEvaluateWithError(trust, nil)
    let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
    self.chain = chain.flatMap { $0.isEmpty ? nil : $0 } ?? [own]
  }

  var dictionary: NSDictionary {
    [
      kSecImportItemIdentity: identity, kSecImportItemTrust: trust,
      kSecImportItemCertChain: chain as NSArray,
    ]
  }

  /// The objects to store: the identity, and the other certificates of its chain. `acceptsConflicting` is true for the
  /// other certificates. Such a certificate is not stored if a different certificate with the same uniqueness key
  /// exists. For example, the renewed certificate of an authority can have the serial number of its old certificate.
  private var objects: [(object: NSObject, acceptsConflicting: Bool)] {
    [(identity, false)] + chain.dropFirst().map { ($0, true) }
  }

  /// Stores identities with their chains: all objects, or no object after an error. Items that already exist stay
  /// unchanged.
  ///
  /// - Throws: The errors of `SecItemAdd`. `.duplicateItem` only if a different item has the uniqueness key of an
  ///   identity's certificate or key.
  static func store(
    _ identities: [ImportedIdentity], _ attributes: NSDictionary
  ) throws(KeychainError) {
    let context = try KeychainContext.resolve()
    var additions: [AddRequest] = []
    var authentication: AuthenticationOptions?
    for (object, acceptsConflicting) in identities.flatMap(\.objects) {
      guard let item = attributes.mutableCopy() as? NSMutableDictionary else {
        throw KeychainError(.parameter, "the options cannot be copied")
      }
      item.setObject(object, forKey: kSecValueRef)
      let (request, _, options) = try ItemRequest.add(parsing: item, as: context.caller)
      for var part in try request.parts {
        part.acceptsConflicting = acceptsConflicting
        additions.append(part)
      }
      authentication = options
    }
    guard let authentication else { return }
    do throws(KeychainError) {
      _ = try context.perform(.addAll(additions, sparingPresent: true), authentication)
    } catch {
      guard error.cause == .allPresent else { throw error }
    }
  }
}

extension ItemRequest {
  /// The requests that add one object. For an identity, these are the requests for its certificate and its key.
  fileprivate var parts: [AddRequest] {
    get throws(KeychainError) {
      switch self {
      case .add(let addition): [addition]
      case .addIdentities(let identities): identities.flatMap { [$0.certificate, $0.key] }
      case .addAll, .search, .update, .delete:
        throw KeychainError(.parameter, "kSecUseItemList does not go with an import")
      }
    }
  }
}
