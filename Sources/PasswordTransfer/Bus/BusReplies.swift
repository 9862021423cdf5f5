import CSystemd

/// A connection of CSystemd to a program on the session bus. Its C functions pass values to callbacks.
protocol BusReplies {
  /// The reason of the last failure.
  var problem: String { get }
}

extension BusReplies {
  /// The texts that a function passes to its callback.
  func texts(
    _ call: (lk_text_function, UnsafeMutableRawPointer) -> Int32
  ) throws(TransferFailure) -> [String] {
    var texts: [String] = []
    let result = withUnsafeMutablePointer(to: &texts) { texts in
      call(
        { context, text in
          guard let text else { return }
          context?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: text))
        }, texts)
    }
    try check(result)
    return texts
  }

  /// The bytes that a function passes to its callback.
  func bytes(
    _ call: (lk_bytes_function, UnsafeMutableRawPointer) -> Int32
  ) throws(TransferFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    let result = withUnsafeMutablePointer(to: &bytes) { bytes in
      call(
        { context, bytes, count in
          context?.assumingMemoryBound(to: [UInt8].self).pointee = Array(
            UnsafeRawBufferPointer(start: bytes, count: count))
        }, bytes)
    }
    try check(result)
    return bytes
  }

  /// - Throws: The reason of the failure, if a result is one.
  func check(_ result: Int32) throws(TransferFailure) {
    guard result < 0 else { return }
    throw TransferFailure(problem)
  }
}
