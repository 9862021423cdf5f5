import CPlatform

/// A failure of a standard stream or a file.
struct StreamFailure: Error, Equatable {
  /// The `errno` value.
  let error: Int32

  /// The system's description of the error.
  var text: String { String(cString: lk_error_description(error)) }
}
