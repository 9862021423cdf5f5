import KeychainModel
import KeychainStore
import Vault

/// Adds an identity: a certificate and its private key. Fails when both items already exist, but accepts that one of
/// the two items exists (specification: secitem 3.7). Also fails when a different certificate has the uniqueness key of
/// the new certificate.
final class IdentityAddition {
  let request: IdentityAddRequest
  let caller: Caller
  private let certificate: Half
  private let key: Half

  /// - Throws: The errors of `ItemAddition.attributes`.
  init(
    request: IdentityAddRequest, caller: Caller, clock: any KeychainClock
  ) throws(KeychainError) {
    self.request = request
    self.caller = caller
    certificate = try Half(request.certificate, caller, clock)
    key = try Half(request.key, caller, clock)
  }

  /// Adds the identity.
  ///
  /// - Throws: `.duplicateItem` when the certificate and the key already exist; the errors of
  ///   `ItemAddition.runUnlessPresent`.
  func run(_ session: ItemSession) throws(KeychainError) -> Item {
    let certificate = try certificate.add(session)
    let key = try key.add(session)
    guard !certificate.wasPresent || !key.wasPresent else {
      throw KeychainError(.duplicateItem, "the certificate and its key are there")
    }
    var item = Item(.identity, identifier: certificate.identifier)
    if request.contents.contains(.attributes) {
      item.attributes = key.attributes.overlaid(by: certificate.attributes)
    }
    if request.contents.contains(.secret) {
      item.secret = key.secret
      item.keyIdentifier = key.identifier
    }
    if request.contents.contains(.certificate) { item.certificate = certificate.secret }
    return item
  }

  /// One half of an identity: the certificate or the private key.
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

    /// Adds the certificate or the key, unless the item already exists.
    func add(_ session: ItemSession) throws(KeychainError) -> Item {
      try addition.runUnlessPresent(attributes, further, session)
    }
  }
}

extension IdentityAddRequest {
  /// Whether one of the two items is synchronizable.
  var isSynchronizable: Bool {
    [certificate, key].contains { $0.attributes[.synchronizable] == .number(1) }
  }
}
