import KeychainModel

/// The `KeychainError` that a call throws; nil when it throws none, or another error.
func failure(_ body: () throws -> Void) -> KeychainError? {
  do {
    try body()
    return nil
  } catch {
    return error as? KeychainError
  }
}

/// The code of the `KeychainError` that a call throws.
func code(_ body: () throws -> Void) -> KeychainError.Code? { failure(body)?.code }

/// The reason of the `KeychainError` that a call throws.
func reason(_ body: () throws -> Void) -> String? { failure(body)?.reason }
