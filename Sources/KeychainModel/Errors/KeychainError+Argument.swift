extension KeychainError {
  /// Runs `body`, and says of what it throws that it is due to what the caller named, unless it has another cause.
  package static func blamingArgument<Result: ~Copyable>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw error.blamingArgument
    }
  }

  /// The same failure, which is due to what the caller named, unless it has another cause.
  package var blamingArgument: KeychainError {
    guard cause == nil else { return self }
    var error = self
    error.cause = .argument
    return error
  }
}
