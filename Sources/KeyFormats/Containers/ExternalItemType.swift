/// The types of exported items. The raw values equal the constants of `SecExternalItemType`.
package enum ExternalItemType: UInt32, Sendable, CaseIterable {
  case unknown = 0
  case privateKey = 1
  case publicKey = 2
  case sessionKey = 3
  case certificate = 4
  /// Several items.
  case aggregate = 5
}
