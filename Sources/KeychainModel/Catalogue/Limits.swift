/// The size limits of items and dictionaries.
package enum Limits {
  /// The largest size of an attribute's value: 1 MiB.
  package static let attributeByteCount = 1 << 20

  /// The largest size of a secret: 64 MiB.
  package static let secretByteCount = 64 << 20

  /// The limit for the sum of two numbers: the number of attributes of a class, and the number of keys of a dictionary
  /// that are not attributes.
  package static let queryKeyCount = 128
}
