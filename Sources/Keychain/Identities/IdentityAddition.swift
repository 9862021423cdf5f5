import KeychainModel
import KeychainStore

/// Performs the add of an identity. One half may be there already, but not both (secitem 3.7).
final class IdentityAddition {
  let request: IdentityAddRequest
  let caller: Caller
  private let certificate: Half
  private let key: Half

  /// - Throws: As `ItemAddition.attributes`.
  init(
    request: IdentityAddRequest, caller: Caller, clock: any KeychainClock
  ) throws(KeychainError) {
    self.request = request
    self.caller = caller
    certificate = try Half(request.certificate, caller, clock)
    key = try Half(request.key, caller, clock)
  }

  var isSynchronizable: Bool {
    certificate.isSynchronizable || key.isSynchronizable
  }

  /// Adds the identity.
  ///
  /// - Throws: `.duplicateItem` when both halves are there.
  func run(_ session: KeychainSession) throws(KeychainError) -> Item {
    let (certificate, hadCertificate) = try certificate.add(session)
    let (key, hadKey) = try key.add(session)
    guard !hadCertificate || !hadKey else {
      throw KeychainError(.duplicateItem, "the certificate and its key are there")
    }
    var item = Item(.identity, identifier: certificate.identifier)
    if request.contents.contains(.attributes) {
      item.attributes = key.attributes.overlaid(by: certificate.attributes)
    }
    if request.contents.contains(.secret) { item.secret = key.secret }
    if request.contents.contains(.certificate) { item.certificate = certificate.secret }
    return item
  }

  /// A certificate or a key.
  private struct Half {
    let addition: ItemAddition
    let attributes: AttributeSet
    let further: AttributeSet

    init(
      _ request: AddRequest, _ caller: Caller, _ clock: any KeychainClock
    ) throws(KeychainError) {
      addition = ItemAddition(request: request, caller: caller, clock: clock)
      (attributes, further) = try addition.attributes()
    }

    var isSynchronizable: Bool { attributes[.synchronizable] == .number(1) }

    /// Adds the half, if it is not there.
    ///
    /// - Returns: Its item, and whether that was there.
    func add(_ session: KeychainSession) throws(KeychainError) -> (Item, wasThere: Bool) {
      do throws(KeychainError) {
        return (try addition.run(attributes, further, session), false)
      } catch {
        guard error.code == .duplicateItem else { throw error }
      }
      return (try occupant(session), true)
    }

    /// The item that was there, with its contents if any are asked for.
    private func occupant(_ session: KeychainSession) throws(KeychainError) -> Item {
      let schema = ItemSchema.of(addition.request.itemClass)
      let key = try session.sealer.blinder.uniqueness(of: attributes, schema)
      guard let row = try session.connection.row(uniqueness: key, of: schema.itemClass)?.row else {
        throw KeychainError(.internalComponent, "the equal item is not there any more")
      }
      var item = Item(schema.itemClass, identifier: row.identifier)
      guard !addition.request.contents.isEmpty else { return item }
      let opening = try session.sealer.open(row, schema)
      if case .guarded(let row) = opening { throw row.error }
      guard let content = opening.content else { return item }
      item.attributes = content.attributes
      item.secret = try session.openSecret(of: row, content, schema).data
      return item
    }
  }
}
