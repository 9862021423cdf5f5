package import KeychainFiles
import KeychainLog
package import KeychainModel

/// The files `keybag.N` of a folder: each holds one keybag, and is never changed.
///
/// A new keybag gets a file of its own before the database records its number and digest, so a crash leaves the
/// recorded keybag in place. The vault lock must be held exclusively by every caller that makes or removes one.
package struct KeybagFiles: Sendable {
  private static let prefix = "keybag."
  private static let asidePrefix = "old-keybag."

  private let directory: ProtectedDirectory

  package init(in directory: ProtectedDirectory) { self.directory = directory }

  /// The name of the file of a keybag.
  package static func name(_ number: UInt64) -> String { "\(prefix)\(number)" }

  /// The numbers of the keybags that are there, ascending.
  package func numbers() throws(KeychainError) -> [UInt64] {
    try directory.entryNames().compactMap(Self.number(of:)).sorted()
  }

  /// Nil for the name of another file, and for a number that is written in another way.
  private static func number(of name: String) -> UInt64? {
    guard name.hasPrefix(prefix), let number = UInt64(name.dropFirst(prefix.utf8.count)), number > 0,
      number <= Keybag.largestNumber, Self.name(number) == name
    else { return nil }
    return number
  }

  private func file(_ number: UInt64) -> KeybagFile { KeybagFile(in: directory, name: Self.name(number)) }

  /// Reads a keybag; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when it cannot be read or both of its copies are damaged.
  package func load(_ number: UInt64) throws(KeychainError) -> Keybag? { try file(number).load() }

  /// Reads a keybag, and says whether one of its copies is damaged; nil when there is no such file.
  package func read(_ number: UInt64) throws(KeychainError) -> KeybagFile.Reading? { try file(number).read() }

  /// Writes a damaged copy in the file of a keybag again from the whole one; false when there was nothing to do.
  @discardableResult
  package func repair(_ number: UInt64) throws(KeychainError) -> Bool { try file(number).repair() }

  /// Makes the file of a keybag, down to the disk.
  ///
  /// - Throws: `.notAvailable` when there is a file of that number, or no room; nothing is left then.
  package func create(_ keybag: Keybag, number: UInt64) throws(KeychainError) { try file(number).create(keybag) }

  /// Removes the file of a keybag and overwrites what it was, down to the disk. A keybag is whole or gone at every
  /// moment: half of one would keep an interrupted erasure from being finished. Does nothing where there is none.
  ///
  /// - Returns: False when the file was removed and could not be overwritten.
  /// - Throws: What keeps the file from being removed.
  @discardableResult
  package func destroy(_ number: UInt64) throws(KeychainError) -> Bool {
    let lock = try FolderLock(directory, timeout: .seconds(30))
    if case .removed = try directory.removeAndDestroy(Self.name(number), lock) { return false }
    return true
  }

  /// The number for a new keybag: above the recorded one and every one that is there, so that no file is ever
  /// taken for another.
  package func nextNumber(after recorded: UInt64) throws(KeychainError) -> UInt64 {
    max(recorded, try numbers().last ?? 0) + 1
  }

  /// Destroys the keybags that are no longer in force: those below the recorded one, and a pending one that the
  /// database does not record. A keybag above the recorded one that is not pending stays: it may belong to a
  /// newer database.
  ///
  /// - Parameters:
  ///   - recorded: The number that the database records. It must have been read under the exclusive lock.
  ///   - pending: The number that the header names, if any.
  /// - Returns: Whether all of them are gone. The reason of a failure is in the log.
  package func destroyOld(recorded: UInt64, pending: UInt64?) -> Bool {
    guard let numbers = try? numbers() else { return false }
    var isDone = true
    for number in numbers where number < recorded || (number == pending && number != recorded) {
      do throws(KeychainError) { try destroy(number) } catch {
        isDone = false
        Log.error("an old keybag could not be removed", error)
      }
    }
    return isDone
  }

  // MARK: Setting aside

  /// Whether this is a keybag that an acceptance set aside.
  package static func isAside(_ name: String) -> Bool { name.hasPrefix(asidePrefix) }

  /// Overwrites and removes the keybags that were set aside.
  ///
  /// - Returns: False when one was removed and could not be overwritten.
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

  /// Gives all keybags but one other names, under which they are not used. None is destroyed: the newer database that
  /// they belong to may be found again.
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
