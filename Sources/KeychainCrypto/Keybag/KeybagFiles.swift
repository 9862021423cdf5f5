package import KeychainFiles
import KeychainLog
package import KeychainModel

/// The files `keybag.N` of a folder. Each file contains one keybag, which is never changed.
///
/// A new keybag gets its own file before the database records its number and digest. So a crash leaves the
/// recorded keybag in place. A caller that creates or removes a file must hold the vault lock exclusively.
package struct KeybagFiles: Sendable {
  private static let prefix = "keybag."
  private static let asidePrefix = "old-keybag."

  private let directory: ProtectedDirectory

  package init(in directory: ProtectedDirectory) { self.directory = directory }

  /// The file name of a keybag.
  package static func name(_ number: UInt64) -> String { "\(prefix)\(number)" }

  /// The numbers of the existing keybags, in ascending order.
  package func numbers() throws(KeychainError) -> [UInt64] {
    try directory.entryNames().compactMap(Self.number(of:)).sorted()
  }

  /// The number in a file name. Returns nil when the file is not a keybag, or when the number is not in canonical form.
  private static func number(of name: String) -> UInt64? {
    guard name.hasPrefix(prefix), let number = UInt64(name.dropFirst(prefix.utf8.count)), number > 0,
      number <= Keybag.largestNumber, Self.name(number) == name
    else { return nil }
    return number
  }

  private func file(_ number: UInt64) -> KeybagFile { KeybagFile(in: directory, name: Self.name(number)) }

  /// Reads a keybag; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when the keybag cannot be read or both of its copies are damaged.
  package func load(_ number: UInt64) throws(KeychainError) -> Keybag? { try file(number).load() }

  /// Reads the keybag with a number and a digest. Returns nil when the keybag is missing or has another digest.
  package func load(_ reference: KeybagReference) throws(KeychainError) -> Keybag? {
    guard let keybag = try load(reference.number), try keybag.digest() == reference.digest else { return nil }
    return keybag
  }

  /// The readable keybag with the greatest generation. The number of a file does not show the age of its keybag.
  package func newest() -> Keybag? {
    ((try? numbers()) ?? []).compactMap { (try? load($0)) ?? nil }.max { $0.generation < $1.generation }
  }

  /// Reads a keybag, and checks whether one of its copies is damaged. Returns nil when there is no such file.
  package func read(_ number: UInt64) throws(KeychainError) -> KeybagFile.Reading? { try file(number).read() }

  /// Replaces a damaged copy in the file of a keybag with the intact copy. Returns false when no copy is damaged.
  @discardableResult
  package func repair(_ number: UInt64) throws(KeychainError) -> Bool { try file(number).repair() }

  /// Creates the file of a keybag, durably.
  ///
  /// - Throws: `.notAvailable` when a file with that number exists, or the disk is full. Then no file
  ///   is left.
  package func create(_ keybag: Keybag, number: UInt64) throws(KeychainError) { try file(number).create(keybag) }

  /// Removes the file of a keybag, and then overwrites the disk blocks that contained it. The file is not overwritten
  /// before it is removed: a crash could then leave a partly overwritten keybag.
  ///
  /// When this function returns, a power failure cannot bring the file back.
  ///
  /// - Returns: False when the file was removed but could not be overwritten.
  /// - Throws: The reason why the file cannot be removed, or why the folder cannot be synchronized.
  @discardableResult
  package func destroy(_ number: UInt64) throws(KeychainError) -> Bool {
    let lock = try DirectoryLock(directory, timeout: .seconds(30))
    return try directory.removeAndDestroy(Self.name(number), lock) != .removed
  }

  /// Destroys the keybag of a vault that was never finished. The keybag does not come back after a power failure. Does
  /// nothing when the file is the keybag of another vault.
  package func discard(_ number: UInt64, of vaultID: RowIdentifier) throws(KeychainError) {
    let keybag = try load(number)
    if keybag == nil || keybag?.vaultID == vaultID { try destroy(number) }
  }

  /// The number for a new keybag. The number is greater than the recorded number and the numbers of all files, so no
  /// number is used twice.
  package func nextNumber(after recorded: UInt64) throws(KeychainError) -> UInt64 {
    max(recorded, try numbers().last ?? 0) + 1
  }

  /// Destroys the keybags that are no longer used: the keybags below the recorded number, and a pending keybag that the
  /// database does not record. Other keybags above the recorded number stay, because they may belong to a newer
  /// database. The removal of the pending keybag is durable, also when an earlier process removed it.
  ///
  /// - Parameters:
  ///   - recorded: The number that the database records. The number must have been read under the exclusive lock.
  ///   - pending: The number in the header, if any.
  /// - Returns: Whether all these keybags were destroyed. A failure is logged with its reason.
  package func destroyOld(recorded: UInt64, pending: UInt64?) -> Bool {
    guard let numbers = try? numbers() else { return false }
    var isDone = true
    do throws(KeychainError) { if pending != nil { try directory.synchronize() } } catch {
      isDone = false
      Log.error("the removal of an earlier keybag could not be made durable", error)
    }
    for number in numbers where number < recorded || (number == pending && number != recorded) {
      do throws(KeychainError) { try destroy(number) } catch {
        isDone = false
        Log.error("an old keybag could not be removed", error)
      }
    }
    return isDone
  }

  // MARK: Setting aside

  /// Whether the name is the name of a keybag that was set aside when an older database was
  /// accepted.
  package static func isAside(_ name: String) -> Bool { name.hasPrefix(asidePrefix) }

  /// Overwrites and removes the keybags that were set aside.
  ///
  /// - Returns: False when a keybag was removed but could not be overwritten.
  @discardableResult
  package func destroyAsides() throws(KeychainError) -> Bool {
    var isDestroyed = true
    var failure: KeychainError?
    for name in try directory.entryNames() where Self.isAside(name) {
      do throws(KeychainError) {
        if case .removed = try directory.destroy(name) { isDestroyed = false }
      } catch { failure = error }
    }
    try directory.synchronize()
    if let failure { throw failure }
    return isDestroyed
  }

  /// Renames all keybags except one, so that the renamed keybags are not used. No keybag is destroyed, because a newer
  /// database that uses a renamed keybag may be found again.
  package func setAside(except number: UInt64) throws(KeychainError) {
    for other in try numbers() where other != number {
      let name = Self.name(other)
      var aside = "\(Self.asidePrefix)\(other)"
      var count = 1
      while try !directory.renameWithoutReplacing(name, to: aside) {
        count += 1
        aside = "\(Self.asidePrefix)\(other)-\(count)"
      }
    }
    try directory.synchronize()
  }
}
