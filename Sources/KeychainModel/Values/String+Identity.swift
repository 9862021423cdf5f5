extension String {
  /// Whether both strings have the same UTF-8 bytes.
  ///
  /// The item layer compares strings so; Swift's `==` takes é in one code point and in two for the
  /// same.
  package func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
