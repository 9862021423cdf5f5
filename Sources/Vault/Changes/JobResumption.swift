import KeychainCrypto
import KeychainModel

/// Finishes interrupted work. Opening a vault knows that there is a job, and not which.
struct JobResumption {
  private let exclusive: ExclusiveFiles
  private let random: any RandomSource
  private let context: UnlockContext

  init(_ exclusive: ExclusiveFiles, random: any RandomSource, context: UnlockContext) {
    self.exclusive = exclusive
    self.random = random
    self.context = context
  }

  func run(_ job: Job) throws(KeychainError) {
    switch job.kind {
    case .create:
      guard let vaultID = try exclusive.state().vaultID, let databaseID = job.to else {
        throw Inconsistency.headerDamaged.error
      }
      try VaultCreation(exclusive, random: random).resume(vaultID, databaseID)
    case .changeDeviceKey: try DeviceKeyChange(exclusive).resume()
    case .repair: try DatabaseRepair(exclusive, random: random).resume(job)
    case .accept: try OlderAcceptance(exclusive, random: random).resume(job)
    case .erase: _ = try VaultErasure(exclusive, random: random, context: context).resume()
    }
  }
}
