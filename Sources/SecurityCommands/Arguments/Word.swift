import KeychainModel

/// One word of a command line: bytes, because neither the kernel nor a keychain asks for UTF-8.
struct Word: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The word for a message: bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as the value of an attribute: a string where it is one, its bytes where it is not.
  var attributeValue: AttributeValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}

extension Word: ExpressibleByStringLiteral {
  init(stringLiteral literal: String) { self.init(literal.utf8) }
}
