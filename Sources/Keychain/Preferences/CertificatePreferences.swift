package import KeychainModel
package import X509Certificates

/// The preferences of a keychain, for whoever asks for them.
package struct CertificatePreferences {
  private let caller: Caller
  private let perform: (ItemRequest) throws(KeychainError) -> [Item]

  /// - Parameter perform: Performs a request for the caller.
  package init(
    of caller: Caller, perform: @escaping (ItemRequest) throws(KeychainError) -> [Item]
  ) {
    self.caller = caller
    self.perform = perform
  }

  /// Prefers a certificate, or the identity that it belongs to.
  ///
  /// The preference lies where new items of the caller do; those of others stay as they are.
  ///
  /// - Throws: `.itemNotFound` when the certificate is not stored, or the identity is not there; what an add
  ///   and an update throw.
  package func set(
    _ certificate: Certificate, _ preference: CertificatePreference
  ) throws(KeychainError) {
    var changes = AttributeSet([
      .generic: .data(try reference(to: certificate, preference.kind.itemClass))
    ])
    // Without a name the one of what was preferred before must not stay.
    changes[.label] = .string(certificate.subjectSummary ?? "")
    let update = ItemRequest.update(UpdateRequest(query(preference), changes: changes))
    guard try found(update) == nil else { return }
    var attributes = preference.attributes
    attributes[.accessGroup] = ownGroup
    // The certificates are readable always, too.
    attributes.append(.accessible, .string(Accessibility.always.constant))
    for (name, value) in changes.entries { attributes.append(name, value) }
    do throws(KeychainError) {
      _ = try perform(.add(AddRequest(.genericPassword, attributes: attributes, secret: nil)))
    } catch {
      // Somebody else has set it meanwhile; or an item that is none has its name.
      guard error.code == .duplicateItem, try found(update) != nil else { throw error }
    }
  }

  /// Prefers none any more.
  ///
  /// - Throws: `.itemNotFound` when there is no preference of the caller's; what a delete throws.
  package func remove(_ preference: CertificatePreference) throws(KeychainError) {
    _ = try perform(.delete(DeleteRequest(query(preference))))
  }

  /// What is preferred for a name.
  ///
  /// The closest name decides; among those for one name the use that was asked for. Whether what is preferred
  /// is still there, the caller finds out: nothing else is taken in its place.
  ///
  /// - Throws: `.itemNotFound` without a preference; what a search throws.
  package func preferred(
    for asked: CertificatePreference
  ) throws(KeychainError) -> PersistentReference {
    for name in PreferenceName.covering(asked.name) {
      let attributes = CertificatePreference.attributes(asked.kind, name)
      let search = SearchRequest(
        ItemQuery(.genericPassword, attributes: attributes, isSynchronizable: nil),
        contents: .attributes, limit: nil, skipsGuarded: true)
      let items = try found(.search(search)) ?? []
      guard let item = best(of: items, for: asked) else { continue }
      guard case .data(let bytes) = item.attributes[.generic],
        let reference = try? PersistentReference(bytes),
        reference.itemClass == asked.kind.itemClass
      else { throw KeychainError(.itemNotFound, "the preference leads nowhere") }
      return reference
    }
    throw KeychainError(.itemNotFound, "nothing is preferred for the name")
  }

  /// The item that serves best; of several the one where new items of the caller lie, then the first.
  private func best(of items: [Item], for asked: CertificatePreference) -> Item? {
    var best: (item: Item, rank: Int)?
    for item in items {
      guard let usage = CertificatePreference.usage(of: item, asked.kind),
        let rank = usage.rank(for: asked.usage)
      else { continue }
      let isOwn = item.attributes[.accessGroup] == ownGroup
      let whole = rank * 2 + (isOwn ? 0 : 1)
      if best.map({ whole < $0.rank }) ?? true { best = (item, whole) }
    }
    return best?.item
  }

  /// Where the item of a preference lies when the caller has set it.
  private func query(_ preference: CertificatePreference) -> ItemQuery {
    var attributes = preference.attributes
    attributes[.accessGroup] = ownGroup
    return ItemQuery(.genericPassword, attributes: attributes)
  }

  private var ownGroup: AttributeValue? { caller.accessGroups.first.map { .string($0) } }

  /// The persistent reference of a certificate, or of the identity that it belongs to.
  private func reference(
    to certificate: Certificate, _ itemClass: ItemClass
  ) throws(KeychainError) -> [UInt8] {
    var query = ItemQuery(
      .certificate, attributes: try certificate.itemAttributes(), isSynchronizable: nil)
    query.isOfObject = true
    let search = SearchRequest(query, contents: .secret, limit: nil)
    for item in try perform(.search(search)) where item.secret == certificate.der {
      let reference = PersistentReference.item(itemClass, item.identifier)
      if itemClass == .identity { try require(reference) }
      return PersistentReference.bytes(of: itemClass, item.identifier)
    }
    throw KeychainError(.itemNotFound, "the certificate is not stored")
  }

  /// Sees that an item is there, without reading it: that could take a proof.
  ///
  /// - Throws: `.itemNotFound`; what a search throws.
  package func require(_ reference: PersistentReference) throws(KeychainError) {
    let query = ItemQuery(reference.itemClass, isSynchronizable: nil, reference: reference)
    _ = try perform(.search(SearchRequest(query, namesGuarded: true)))
  }

  /// What a request comes to; nil when nothing matches.
  private func found(_ request: ItemRequest) throws(KeychainError) -> [Item]? {
    do throws(KeychainError) {
      return try perform(request)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return nil
    }
  }
}
