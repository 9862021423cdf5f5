import KeychainModel

/// The error of the keychain that a call throws; nil when there is none, or one of another kind.
func failure(_ body: () throws -> Void) -> KeychainError? {
  do {
    try body()
    return nil
  } catch {
    return error as? KeychainError
  }
}

/// Its code.
func code(_ body: () throws -> Void) -> KeychainError.Code? { failure(body)?.code }

/// Its sentence.
func reason(_ body: () throws -> Void) -> String? { failure(body)?.reason }
