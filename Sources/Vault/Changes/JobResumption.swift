import KeychainCrypto
import KeychainModel

/// Finishes interrupted work. Opening a vault knows that there is a job, and not which.
struct JobResumption {
  private let exclusive: ExclusiveFiles
  private let random: any RandomSource

  init(_ exclusive: ExclusiveFiles, random: any RandomSource) {
    self.exclusive = exclusive
    self.random = random
  }

  func run(_ job: Job) throws(KeychainError) {
    switch (job.kind, try exclusive.state().vaultID, job.to) {
    case (.create, let vaultID?, let databaseID?):
      try VaultCreation(exclusive, random: random).resume(vaultID, databaseID)
    default:
      // This version begins no other job.
      throw KeychainError(
        .notAvailable, "work on the keychain was interrupted that this version cannot finish")
    }
  }
}
