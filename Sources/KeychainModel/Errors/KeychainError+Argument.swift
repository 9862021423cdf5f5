extension KeychainError {
  /// Runs `body`. If it throws an error without a cause, blames the caller's argument for the error.
  package static func attributedToArgument<Result: ~Copyable>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw error.attributedToArgument
    }
  }

  /// The same error, with the cause `argument` if it has no other cause.
  package var attributedToArgument: KeychainError {
    guard cause == nil else { return self }
    var error = self
    error.cause = .argument
    return error
  }
}
