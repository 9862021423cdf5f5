import CPlatform

/// A standard stream or a file that could not be used.
struct StreamFailure: Error, Equatable {
  /// The `errno` value.
  let error: Int32

  /// What the system says about it.
  var text: String { String(cString: lk_error_description(error)) }
}
