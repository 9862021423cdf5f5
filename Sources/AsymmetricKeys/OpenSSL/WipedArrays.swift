/// Arrays that are overwritten when nobody has them any more, as far as no copy shares them.
///
/// A class: the `deinit` of a structure has only copies of what it holds.
final class WipedArrays {
  private(set) var arrays: [[UInt8]]

  init(_ arrays: consuming [[UInt8]]) { self.arrays = arrays }

  deinit {
    for index in arrays.indices { arrays[index].wipe() }
  }
}
