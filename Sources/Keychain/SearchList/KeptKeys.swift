import KeychainModel

/// The private keys that a delete of identities in several keychains keeps, because other certificates need them.
///
/// The engine of each keychain keeps the keys that certificates of the same keychain need. This type adds the
/// certificates of the other keychains that a search of the same scope reaches. A certificate with a key of its own
/// keychain does not need a key of another keychain. A copy of a deleted certificate needs no key, because the identity
/// is deleted.
struct KeptKeys {
  private let list: KeychainSearchList
  private let searched: KeychainSearchList.Members
  private let call: Call
  private let peer: Peer
  private var kept: [KeychainPath: [AttributeValue]] = [:]

  /// Searches the certificates that need the keys of the deleted identities.
  ///
  /// - Parameters:
  ///   - searched: The keychains that a search of the same scope reaches.
  ///   - whole: The deleted identities whose certificate and key are in one keychain.
  ///   - joined: The deleted identities whose certificate and key are in different keychains.
  /// - Throws: The error of a keychain that may be searched later. A keychain that is locked, missing or damaged needs no
  ///   key.
  init(
    _ list: KeychainSearchList, _ searched: KeychainSearchList.Members, whole: [Item],
    joined: [JoinedIdentities.Halves], _ call: Call, _ peer: Peer
  ) throws(KeychainError) {
    self.list = list
    self.searched = searched
    self.call = call
    self.peer = peer
    let deleted = whole + joined.map(\.certificate)
    for identity in whole {
      let path = identity.keychainPath
      // The keychain of the identity knows its own certificates.
      let others = searched.paths.filter { $0 != path }
      try keep(identity.attributes[.publicKeyHash], in: path, ifNeededIn: others, deleted)
    }
    for identity in joined {
      try keep(identity.publicKeyHash, in: identity.key.keychainPath, ifNeededIn: searched.paths, deleted)
    }
  }

  /// The public key hashes of the keys of a keychain that are kept.
  subscript(path: KeychainPath) -> [AttributeValue] { kept[path] ?? [] }

  private mutating func keep(
    _ publicKeyHash: AttributeValue?, in path: KeychainPath, ifNeededIn others: [KeychainPath], _ deleted: [Item]
  ) throws(KeychainError) {
    guard let publicKeyHash, !self[path].contains(publicKeyHash) else { return }
    for other in others {
      let certificates = ItemQuery(
        .certificate, attributes: AttributeSet([.publicKeyHash: publicKeyHash]), isSynchronizable: nil)
      let remaining = try found(certificates, other).filter { certificate in
        !deleted.contains { Self.areCopies($0, certificate) }
      }
      guard !remaining.isEmpty else { continue }
      let keys = ItemQuery(
        .key, attributes: AttributeSet([.applicationLabel: publicKeyHash, .keyClass: .number(1)]),
        isSynchronizable: nil)
      if other != path, try !found(keys, other).isEmpty { continue }
      kept[path, default: []].append(publicKeyHash)
      return
    }
  }

  /// Whether two items are the same certificate, in one keychain or in two.
  private static func areCopies(_ deleted: Item, _ certificate: Item) -> Bool {
    if deleted.identifier == certificate.identifier, deleted.keychainPath == certificate.keychainPath { return true }
    guard let issuer = certificate.attributes[.issuer], let number = certificate.attributes[.serialNumber] else {
      return false
    }
    return deleted.attributes[.issuer] == issuer && deleted.attributes[.serialNumber] == number
  }

  /// The items that match in one keychain, also the locked ones.
  private func found(_ query: ItemQuery, _ path: KeychainPath) throws(KeychainError) -> [Item] {
    var request = SearchRequest(query, contents: .attributes, limit: nil)
    request.listsLocked = true
    do throws(KeychainError) {
      return try list.search(request, searched.narrowed(to: [path]), call, peer)
    } catch {
      guard error.code == .itemNotFound || (error.isAboutKeychain && !error.isTemporary) else { throw error }
      return []
    }
  }
}

extension KeychainError {
  /// Whether the same call may succeed later without a repair.
  fileprivate var isTemporary: Bool {
    if code == .inputOutput || cause == .connectionLost { return true }
    switch failureCause {
    case .tooManyFiles, .outOfMemory, .timedOut: return true
    default: return false
    }
  }
}
