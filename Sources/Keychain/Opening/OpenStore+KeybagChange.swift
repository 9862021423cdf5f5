import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

extension OpenStore {
  /// A step of a change that was just done. Tests stop there.
  enum KeybagChangeStep: CaseIterable { case announced, replaced }

  /// Puts another keybag in place of the store's, while the store's lock is held exclusively and a
  /// transaction keeps all writers out, in this order:
  ///
  /// 1. The keybag is read again. When another process changed it meanwhile, nothing is done.
  /// 2. The store epoch in the state file is raised: every process that has the store open lets it go
  ///    at its next call, and waits for the lock. So nobody goes on with keys that are destroyed now.
  /// 3. The new keybag takes the place of the old one, in one step and down to the disk, and what the
  ///    old file was is overwritten.
  /// 4. Its generation is recorded in the database, which from then on refuses earlier ones. When this is
  ///    missing, the next opening does it.
  ///
  /// A process that dies before 3 has changed nothing, after 3 everything.
  ///
  /// - Parameters:
  ///   - next: Makes the new keybag, in the transaction; nil for none.
  ///   - keys: Makes what this process has of it, before anything is changed.
  ///   - whenReplaced: Called while nobody can use the store yet.
  /// - Returns: Nil when the keybag is another one by now, or there is no new one.
  /// - Throws: Why the keybag could not be replaced, when it is still the old one; `.notAvailable` when it
  ///   is older than the database.
  func changeKeybag<Keys>(
    from keybag: Keybag, until deadline: Deadline,
    onStep: (KeybagChangeStep) throws(KeychainError) -> Void,
    to next: (Connection) throws(KeychainError) -> Keybag?,
    keys: (Keybag) throws(KeychainError) -> Keys,
    whenReplaced: (Keys) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) -> Keys? {
    var refusal: KeychainError?
    do throws(KeychainError) {
      return try maintain(.exclusive, until: deadline) {
        (connection) throws(KeychainError) -> Keys? in
        var replaced: Keybag?
        let keys = try connection.write { () throws(KeychainError) -> Keys? in
          guard try folders.keybag.load() == keybag else { return nil }
          try KeybagAge(connection: connection, generation: keybag.generation).check()
          guard let next = try next(connection) else { return nil }
          // Everything that can fail comes first.
          let keys = try keys(next)
          try changeState { $0.storeEpoch &+= 1 }
          try onStep(.announced)
          do throws(KeychainError) {
            try folders.keybag.replace(next)
          } catch {
            refusal = error
            throw error
          }
          replaced = next
          try onStep(.replaced)
          try whenReplaced(keys)
          return keys
        }
        // Not before it is on the disk: a power failure would leave it older than what is recorded.
        if let replaced {
          KeybagAge(connection: connection, generation: replaced.generation).record()
        }
        return keys
      }
    } catch {
      // The epoch that was raised looks like a change of somebody else's, and hides the reason.
      guard let refusal, try folders.keybag.load() == keybag else { throw error }
      throw refusal
    }
  }
}
