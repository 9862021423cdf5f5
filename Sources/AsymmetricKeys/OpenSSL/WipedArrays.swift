import KeychainModel

/// Arrays that are overwritten at the end of their lifetime, except for copies.
///
/// A class, because the `deinit` of a structure has only copies of its arrays.
final class WipedArrays {
  private(set) var arrays: [[UInt8]]

  init(_ arrays: consuming [[UInt8]]) { self.arrays = arrays }

  deinit {
    for index in arrays.indices { arrays[index].wipe() }
  }
}
