import KeychainModel

/// A word of a command line. It consists of bytes, because neither the kernel nor the keychain requires UTF-8.
struct Word: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The word as text for a message. Invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as an attribute value: a string if it is UTF-8, data otherwise.
  var attributeValue: AttributeValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}

extension Word: ExpressibleByStringLiteral {
  init(stringLiteral literal: String) { self.init(literal.utf8) }
}
