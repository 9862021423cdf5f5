/// The size limits of items and dictionaries.
package enum Limits {
  /// The largest size of an attribute's value: 1 MiB.
  package static let attributeByteCount = 1 << 20

  /// The largest size of a secret: 64 MiB.
  package static let secretByteCount = 64 << 20

  /// The largest sum of a class's attributes and the other keys of a dictionary.
  package static let queryKeyCount = 128
}
