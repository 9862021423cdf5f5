import KeychainModel

/// The private keys that a delete of identities in several keychains keeps, because other certificates need them.
///
/// The engine of each keychain keeps the keys that certificates of the same keychain need. This type adds the
/// certificates of the other keychains that a search of the same scope reaches. A certificate with a key of its own
/// keychain does not need a key of another keychain. A copy of a deleted certificate needs no key, because the identity
/// is deleted. The certificates of joined identities must be deleted before the keys.
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
  /// - Throws: The error of a keychain that may be searched later (`KeychainError.leavesKeychainOut`).
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
      guard try isNeeded(try found(certificates, other), deleted) else { continue }
      let keys = ItemQuery(
        .key, attributes: AttributeSet([.applicationLabel: publicKeyHash, .keyClass: .number(1)]),
        isSynchronizable: nil)
      if other != path, try !found(keys, other).isEmpty { continue }
      kept[path, default: []].append(publicKeyHash)
      return
    }
  }

  /// Whether one of the certificates is not a copy of a deleted certificate.
  private func isNeeded(_ certificates: [Item], _ deleted: [Item]) throws(KeychainError) -> Bool {
    for certificate in certificates where try !isCopy(certificate, of: deleted) { return true }
    return false
  }

  private func isCopy(_ certificate: Item, of deleted: [Item]) throws(KeychainError) -> Bool {
    for item in deleted where try areCopies(item, certificate) { return true }
    return false
  }

  /// Whether two items are the same certificate, in one keychain or in two. A locked certificate is no copy.
  private func areCopies(_ deleted: Item, _ certificate: Item) throws(KeychainError) -> Bool {
    if deleted.identifier == certificate.identifier, deleted.keychainPath == certificate.keychainPath { return true }
    guard let number = certificate.attributes[.serialNumber], deleted.attributes[.serialNumber] == number,
      let content = try content(of: certificate)
    else { return false }
    return try self.content(of: deleted) == content
  }

  /// The certificate of an item, which is a certificate or an identity.
  private func content(of item: Item) throws(KeychainError) -> [UInt8]? {
    let reference = PersistentReference.item(.certificate, item.identifier)
    let query = ItemQuery(.certificate, isSynchronizable: nil, reference: reference)
    return try found(query, item.keychainPath, contents: .secret).first?.secret
  }

  /// The items that match in one keychain, also the locked ones.
  private func found(
    _ query: ItemQuery, _ path: KeychainPath, contents: ItemContents = .attributes
  ) throws(KeychainError) -> [Item] {
    var request = SearchRequest(query, contents: contents, limit: nil)
    request.listsLocked = true
    return try list.foundForChange(request, searched.narrowed(to: [path]), call, peer)
  }
}

extension KeychainError {
  /// Whether a keychain is left out of a change for this reason: the keychain is locked, missing or damaged, or nobody may
  /// use it. Any other error may pass, so the items of the keychain must not be taken for absent.
  var leavesKeychainOut: Bool {
    if cause == .indexClosed || cause == .databaseDamaged { return true }
    switch code {
    case .noSuchKeychain, .invalidKeychain: return true
    default: break
    }
    switch failureCause {
    case .databaseDamaged, .databaseMissing, .databaseMoved, .keybagMissing, .keybagDamaged, .olderFile,
      .deviceKeyMissing, .deviceKeyDamaged, .deviceKeyWrong, .headerMissing, .filesOfDifferentKeychains,
      .newerFormat, .fileDamaged, .folderTooOpen, .folderAboveTooOpen, .fileTooOpen, .foreignOwner, .foreignHome,
      .wrongFileKind, .networkFileSystem, .permissionDenied:
      return true
    default: return false
    }
  }
}
