import KeychainModel

/// An item as the Secret Service shows it.
struct SecretItem {
  var identifier: RowIdentifier
  var itemClass: ItemClass
  /// Whether the item cannot be read now. The label and the attributes of such an item are empty.
  var isLocked: Bool
  var label = ""
  var attributes: [FreeAttributes.Pair] = []
  /// Whether the attributes show everything by which the keychain distinguishes the item from others.
  var isWhollyShown = false
  /// The dates, in seconds since 1970-01-01 00:00:00 UTC; 0 for a locked item.
  var created: UInt64 = 0
  var modified: UInt64 = 0
  var contentType = ContentType.text
  /// The secret, if it was requested. The reader wipes it.
  var secret: [UInt8]?

  /// The value of the property `Type`.
  var schema: String {
    attributes.first { $0.name == SecretAttributes.schema }?.value ?? SecretAttributes.genericSchema
  }
}

/// An item that a search found.
struct FoundItem {
  let identifier: RowIdentifier
  let isLocked: Bool
}

/// The version of an item: the bits of its date of modification.
struct ItemVersion: Equatable {
  let bits: UInt64
  /// The version of an item that is locked, or that changed during the listing. No date has these bits, which mean "not a
  /// number".
  static let unknown = ItemVersion(bits: .max)
}

/// The content that a program gives to a new item.
struct NewItem {
  var label: String
  var attributes: FreeAttributes
  var secret: [UInt8]
  var contentType: String
}

/// The types of secrets.
enum ContentType {
  static let text = "text/plain"
  static let bytes = "application/octet-stream"

  /// The type that a client receives. libsecret finds a text only in a secret of the type `text/plain` without
  /// parameters, and go-keyring stores `text/plain; charset=utf-8`.
  static func answered(_ stored: String) -> String { stored.hasPrefix(text + ";") ? text : stored }
}
