import Foundation
import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// An identity out of a PKCS#12 file, with its judged chain.
struct ImportedIdentity {
  private let identity: SecIdentity
  private let trust: SecTrust
  /// That of the identity first.
  private let chain: [SecCertificate]

  /// - Parameters:
  ///   - certificates: All of the file.
  ///   - isJudged: Whether its chain is looked for now; otherwise it is the certificate alone.
  init(_ pair: PKCS12Content.Pair, _ certificates: [SecCertificate], isJudged: Bool) {
    let own = SecCertificate(pair.certificate)
    identity = SecIdentity(own, SecKey(.asymmetric(pair.key)))
    let others = certificates.filter { !$0.isEqual(own) }
    trust = SecTrust(TrustState([own] + others, [SecPolicyCreateBasicX509()]))
    guard isJudged else {
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

  /// The identity and the rest of its chain, which gives way to others: an authority that was made anew may
  /// have the serial number of the old one, and the identity is whole without it.
  private var objects: [(object: NSObject, givesWay: Bool)] {
    [(identity, false)] + chain.dropFirst().map { ($0, true) }
  }

  /// Stores identities, with their chains: all of it or nothing. What is there already stays as it is.
  ///
  /// - Throws: What `SecItemAdd` comes to; `.duplicateItem` only for a half of an identity in whose place
  ///   there is another.
  static func store(
    _ identities: [ImportedIdentity], _ attributes: NSDictionary
  ) throws(KeychainError) {
    let context = try KeychainContext.resolve()
    var additions: [AddRequest] = []
    var authentication: AuthenticationOptions?
    for (object, givesWay) in identities.flatMap(\.objects) {
      guard let item = attributes.mutableCopy() as? NSMutableDictionary else {
        throw KeychainError(.parameter, "the options cannot be copied")
      }
      item.setObject(object, forKey: kSecValueRef)
      let (request, _, options) = try ItemRequest.add(parsing: item, as: context.caller)
      for var part in try request.parts {
        part.givesWay = givesWay
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
  /// What an add of one object stores: it, or its halves.
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
