import Foundation
import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// An identity from a PKCS#12 file, with its certificate chain.
struct ImportedIdentity {
  private let identity: SecIdentity
  private let trust: SecTrust
  /// The chain. It begins with the identity's certificate.
  private let chain: [SecCertificate]

  /// - Parameters:
  ///   - certificates: All certificates of the file.
  ///   - isEvaluated: Whether to build the chain now. Otherwise the chain is the identity's certificate alone.
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

  /// The identity, and the other certificates of its chain. `acceptsConflicting` is true for a chain certificate: it is skipped
  /// if another certificate already has its place. For example, a renewed authority can have the serial number of the
  /// old one. The identity is complete without it.
  private var objects: [(object: NSObject, acceptsConflicting: Bool)] {
    [(identity, false)] + chain.dropFirst().map { ($0, true) }
  }

  /// Stores identities with their chains. Stores all of them or none. Items that already exist stay unchanged.
  ///
  /// - Throws: The errors of `SecItemAdd`. `.duplicateItem` only if another item has the place of an identity's
  ///   certificate or key.
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
  /// The requests that adding one object consists of: the object, or the two halves of each identity.
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
