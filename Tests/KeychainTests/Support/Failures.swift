import KeychainModel

/// The `KeychainError` that `body` throws. Returns nil when `body` throws nothing or another error.
func failure(_ body: () throws -> Void) -> KeychainError? {
  do {
    try body()
    return nil
  } catch {
    return error as? KeychainError
  }
}

/// The code of the `KeychainError` that `body` throws.
func code(_ body: () throws -> Void) -> KeychainError.Code? { failure(body)?.code }

/// The reason of the `KeychainError` that `body` throws.
func reason(_ body: () throws -> Void) -> String? { failure(body)?.reason }
