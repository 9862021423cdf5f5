package import KeychainCrypto
package import KeychainModel

// The repair, the maintenance and the end of the keychain.

extension KeychainClient {
  package func repair(
    _ passcode: Passcode? = nil, onlyIfMarked: Bool = false
  ) throws(KeychainError) -> RepairOutcome? {
    let reply = try send(.repair(passcode, onlyIfMarked: onlyIfMarked))
    guard case .repair(let outcome) = reply else { throw Reply.unexpected }
    return outcome
  }

  package func acceptOlder() throws(KeychainError) -> Bool { try send(.acceptOlder).flag() }

  package func recoverQuarantined() throws(KeychainError) -> QuarantineOutcome {
    let reply = try once { (identifier) throws(KeychainError) in try send(.recoverQuarantined, identifier) }
    guard case .recovery(let outcome) = try reply.known() else { throw Reply.unexpected }
    return outcome
  }

  package func dropQuarantined() throws(KeychainError) -> Int {
    try once { (identifier) throws(KeychainError) in try send(.dropQuarantined, identifier) }.known().count() ?? 0
  }

  package func eraseEverything() throws(KeychainError) -> ErasureOutcome? {
    guard case .erasure(let outcome) = try send(.erase) else { throw Reply.unexpected }
    return outcome
  }

  package func rotateKeys(
    _ passcode: Passcode? = nil, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> RotationOutcome? {
    guard case .rotation(let outcome) = try run(.rotateKeys(passcode), onProgress) else {
      throw Reply.unexpected
    }
    return outcome
  }

  package func verify(
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> VerificationReport {
    guard case .verification(var report) = try run(.verify, onProgress) else {
      throw Reply.unexpected
    }
    do throws(KeychainError) {
      _ = try trustSettings.settings(of: .user)
    } catch {
      report.note(error.reason)
    }
    return report
  }

  package func purge(
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> PurgeOutcome {
    guard case .purge(let outcome) = try run(.purge, onProgress) else { throw Reply.unexpected }
    return outcome
  }

  package func compact(
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> CompactionOutcome? {
    guard case .compaction(let outcome) = try run(.compact, onProgress) else {
      throw Reply.unexpected
    }
    return outcome
  }
}
