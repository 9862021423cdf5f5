import Keychain

/// What the `kSecMatch…` keys of a dictionary say about certificates. Made for one dictionary when the first
/// of them is read: most have none.
final class CertificateOptions {
  var filter = CertificateFilter()

  /// Keys about subjects whose value has the wrong type: other classes ignore them.
  var malformedKeys: [String] = []

  /// Whether the issuers that are given are none: a search ignores them, and a change must not.
  var hasOnlyMalformedIssuers = false
}
