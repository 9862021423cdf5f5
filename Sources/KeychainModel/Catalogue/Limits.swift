/// How large things may be.
package enum Limits {
  /// The bytes of one attribute's value: 1 MiB.
  package static let attributeByteCount = 1 << 20

  /// The bytes of a secret: 64 MiB.
  package static let secretByteCount = 64 << 20

  /// The attributes of a class and the other keys of a dictionary, together.
  package static let queryKeyCount = 128
}
