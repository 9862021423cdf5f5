import KeychainModel
import KeychainStore
import RowSealing

/// The rows of an identity: a certificate and the private key that belongs to it.
struct IdentityRows {
  let certificate: StoredRow
  let certificateContent: OpenedRow
  let key: StoredRow
  /// Without attributes for a key that is locked or guarded, where such are passed on.
  let keyContent: OpenedRow

  /// Creation order: that of the certificates, then that of the keys.
  static func areInOrder(_ one: IdentityRows, _ other: IdentityRows) -> Bool {
    (one.certificate.number, one.key.number) < (other.certificate.number, other.key.number)
  }

  /// A certificate and a key by their identifiers.
  struct Identifiers: Hashable {
    let certificate: RowIdentifier
    let key: RowIdentifier
  }

  var identifiers: Identifiers {
    Identifiers(certificate: certificate.identifier, key: key.identifier)
  }
}
