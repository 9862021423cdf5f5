package import KeychainModel

/// The blind values of one row, one for each index of its class. A value is nil when the row does
/// not have the attribute.
///
/// They are stored inline instead of in an array, because every row that is read has them.
package struct IndexedValues: Sendable {
  /// The largest number of indices of a class.
  package static let capacity = 8

  private var values: InlineArray<8, BlindValue?> = .init(repeating: nil)
  package private(set) var count = 0

  package init() {}

  package init(_ values: some Sequence<BlindValue?>) {
    for value in values { append(value) }
  }

  /// - Precondition: There are fewer than `capacity` values. No class of the catalogue has more
  ///   indices.
  package mutating func append(_ value: BlindValue?) {
    values[count] = value
    count += 1
  }

  package subscript(_ position: Int) -> BlindValue? { values[position] }
}

extension IndexedValues: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }
}
