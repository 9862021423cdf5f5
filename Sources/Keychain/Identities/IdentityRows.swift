import KeychainModel
import KeychainStore
import RowSealing

/// The rows of an identity: a certificate and the private key that belongs to it.
struct IdentityRows {
  let certificate: ItemRow
  let certificateContent: OpenedRow
  let key: ItemRow
  /// Has no attributes when the key is locked or guarded and the search passes on such keys.
  let keyContent: OpenedRow

  /// Whether two identities are in creation order: by certificate, then by key.
  static func areInOrder(_ one: IdentityRows, _ other: IdentityRows) -> Bool {
    (one.certificate.number, one.key.number) < (other.certificate.number, other.key.number)
  }

  /// The identifiers of a certificate and a key.
  struct Identifiers: Hashable {
    let certificate: RowIdentifier
    let key: RowIdentifier
  }

  var identifiers: Identifiers {
    Identifiers(certificate: certificate.identifier, key: key.identifier)
  }
}
