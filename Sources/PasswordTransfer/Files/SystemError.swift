import CPlatform

/// The system's text for a failed call.
enum SystemError {
  static func text(_ error: Int32) -> String { String(cString: lk_error_description(error)) }

  static func failure(_ error: Int32) -> TransferFailure { TransferFailure(text(error)) }
}
