package import KeychainModel

extension LocalKeychain {
  /// Reads everything that is stored and says what is damaged. Changes nothing, and works on a
  /// store that calls refuse to use. Where there is no store, there is nothing to report.
  ///
  /// - Parameter onProgress: Called with the number of rows read so far, and of all rows.
  /// - Throws: `.notAvailable` when the folders cannot be used at all, or when a repair keeps the
  ///   store busy for 30 seconds.
  package func verify(
    onProgress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> VerificationReport {
    try ForkGate.pass { () throws(KeychainError) in
      var verification = StoreVerification(location: location, onProgress: onProgress)
      return try verification.run()
    }
  }

  /// Repairs the database if it is damaged in any way that `verify()` can tell from the file alone,
  /// and says whether it was. Calls do that by themselves once SQLite stumbles over the damage; an
  /// index that lacks an entry makes nothing stumble.
  ///
  /// - Throws: What opening a store throws.
  package func repair() throws(KeychainError) -> Bool {
    closeStore()
    return try ForkGate.pass { () throws(KeychainError) in
      try StoreRepair(location: location, until: .after(patience)).run()
    }
  }

  /// Puts back the rows in quarantine that open now and whose uniqueness key is free.
  ///
  /// - Returns: How many were put back, and how many stay.
  /// - Throws: What an update throws.
  package func recoverQuarantined() throws(KeychainError) -> QuarantineRecovery.Outcome {
    try write(isSynchronizable: \.isSynchronizable) { (session) throws(KeychainError) in
      try QuarantineRecovery(session: session).run()
    }
  }
}
