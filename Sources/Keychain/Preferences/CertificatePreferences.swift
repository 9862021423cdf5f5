package import KeychainModel
package import X509Certificates

/// The certificate and identity preferences in a keychain, as one caller sees the keychain.
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

  /// Stores a preference for a certificate, or for the identity that contains the certificate.
  ///
  /// The preference is stored in the caller's first access group. Preferences in other groups do not change.
  ///
  /// - Throws: `.itemNotFound` when the certificate or the identity is not stored; the errors of an add and
  ///   an update.
  package func set(
    _ certificate: Certificate, _ preference: CertificatePreference
  ) throws(KeychainError) {
    var changes = AttributeSet([
      .generic: .data(try reference(to: certificate, preference.kind.itemClass))
    ])
    // A certificate without a name gets an empty label, which replaces the label of the certificate that was preferred
    // before.
    changes[.label] = .string(certificate.subjectSummary ?? "")
    let update = ItemRequest.update(UpdateRequest(query(preference), changes: changes))
    guard try found(update) == nil else { return }
    var attributes = preference.attributes
    attributes[.accessGroup] = ownGroup
    // Certificates are always readable, so preferences for certificates are always readable, too.
    attributes.append(.accessible, .string(Accessibility.always.constant))
    for (name, value) in changes.entries { attributes.append(name, value) }
    do throws(KeychainError) {
      _ = try perform(.add(AddRequest(.genericPassword, attributes: attributes, secret: nil)))
    } catch {
      // Another process may have stored the preference after the first update, so the update is repeated. If the second
      // update finds no preference, an item of another kind has the same uniqueness key.
      guard error.code == .duplicateItem, try found(update) != nil else { throw error }
    }
  }

  /// Removes the preference.
  ///
  /// - Throws: `.itemNotFound` when the caller has no such preference; the errors of a delete.
  package func remove(_ preference: CertificatePreference) throws(KeychainError) {
    _ = try perform(.delete(DeleteRequest(query(preference))))
  }

  /// Returns the reference of the certificate or identity that is preferred for a name.
  ///
  /// The closest name with a preference is used. If this name has several preferences, the preference that suits the
  /// requested uses best is used. The caller must check that the referenced item still exists. If the item is missing,
  /// no other preference replaces this preference.
  ///
  /// - Throws: `.itemNotFound` when there is no preference; the errors of a search.
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

  /// The item whose uses suit the request best. Among equally suitable items, the first item in the caller's first
  /// access group is preferred, and then the first item in another group.
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

  /// The query for the item of a preference in the caller's first access group.
  private func query(_ preference: CertificatePreference) -> ItemQuery {
    var attributes = preference.attributes
    attributes[.accessGroup] = ownGroup
    return ItemQuery(.genericPassword, attributes: attributes)
  }

  private var ownGroup: AttributeValue? { caller.accessGroups.first.map { .string($0) } }

  /// The persistent reference of a certificate, or of the identity that contains the certificate.
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

  /// Checks that an item exists. The check does not read the contents of the item, because reading may require a proof.
  ///
  /// - Throws: `.itemNotFound`; the errors of a search.
  package func require(_ reference: PersistentReference) throws(KeychainError) {
    let query = ItemQuery(reference.itemClass, isSynchronizable: nil, reference: reference)
    _ = try perform(.search(SearchRequest(query, namesGuarded: true)))
  }

  /// The result of a request; nil when nothing matches.
  private func found(_ request: ItemRequest) throws(KeychainError) -> [Item]? {
    do throws(KeychainError) {
      return try perform(request)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return nil
    }
  }
}
