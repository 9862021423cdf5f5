package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
package import Vault

/// A step of the creation or of the deletion of a keychain. Tests stop the work after a step.
package enum KeychainStep: String, Sendable, CaseIterable {
  case vaultMade, fileMade, folderNamed
  case folderSetAside, vaultErased, folderRemoved, fileRemoved
}

/// Makes a keychain at a path.
///
/// 1. A vault is made in a folder with the suffix `.new`, and is unlocked.
/// 2. The file of the keychain is made. From now on, the keychain exists.
/// 3. The folder gets its final name.
///
/// If the process dies before step 2, a later creation in the same folder removes the folder with the suffix `.new`. If
/// the process dies after step 2, the next use of the keychain performs step 3.
package struct KeychainCreation {
  private let main: StoreLocation
  private let context: UnlockContext
  private let random: any RandomSource
  private let onStep: (KeychainStep) throws(KeychainError) -> Void

  /// - Parameter main: The location of the login keychain.
  package init(
    _ main: StoreLocation, context: UnlockContext = .keychains, random: any RandomSource = SystemRandom(),
    onStep: @escaping (KeychainStep) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) {
    self.main = main
    self.context = context
    self.random = random
    self.onStep = onStep
  }

  /// Makes a keychain and leaves it unlocked. A keychain outside of the user's folder of keychains, with a password, is
  /// portable: the password alone opens it. Any other keychain also needs a device key of this machine.
  ///
  /// - Parameters:
  ///   - path: The path of the file of the keychain.
  ///   - password: The password; nil for an empty password. Then the device key alone protects the keychain.
  /// - Returns: The reason why only this process was unlocked; nil when all processes of the user were unlocked.
  /// - Throws: `.duplicateKeychain` when the path exists; `.notAvailable`, `.readOnly`, `.inputOutput` when the files
  ///   cannot be made. After an error, there is no keychain at the path.
  package func run(_ path: [UInt8], password: Passcode?) throws(KeychainError) -> KeychainError? {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      let text = try Self.text(path)
      let directory = KeychainFolder.directory(of: text)
      try prepare(directory)
      try KeychainDeletion(main, context: context).finish(path)
      guard try FileStatus.of(path: path) == nil else { throw Self.duplicate(text) }
      removeLeftovers(in: directory)
      let folder = KeychainFolder(try random.makeIdentifier(), in: directory)
      let isInUserFolder = directory == main.keychainsDirectory || directory.hasPrefix(main.keychainsDirectory + "/")
      let protection: KeychainFile.Protection = password == nil || isInUserFolder ? .deviceKey : .password
      do throws(KeychainError) {
        return try make(folder, protection, path, password)
      } catch {
        undo(folder, protection, path)
        throw error
      }
    }
  }

  /// Makes the folder of a keychain's file, if it is in the user's folder of keychains.
  private func prepare(_ directory: String) throws(KeychainError) {
    if directory == main.keychainsDirectory || directory.hasPrefix(main.keychainsDirectory + "/") {
      _ = try ProtectedDirectory.openOrCreate(directory)
    } else if try !PrivateFolder.exists(directory) {
      throw KeychainError(.notAvailable, "\(directory) does not exist", because: .noPlace)
    }
  }

  /// Performs the steps. After an error, files may be left, as after the death of the process.
  func make(
    _ folder: KeychainFolder, _ protection: KeychainFile.Protection, _ path: [UInt8], _ password: Passcode?
  ) throws(KeychainError) -> KeychainError? {
    let location = folder.location(at: folder.newPath, protection, isNew: true, file: path, main)
    let directory = try ProtectedDirectory.openOrCreate(folder.newPath)
    // Other processes do not remove the folder while this file is locked.
    let lock = try FileLock(Self.lockName, in: directory)
    try lock.lock(.exclusive, timeout: Call.longestTimeLimit)
    defer { lock.unlock() }
    let refusal = try makeVault(location, protection, password)
    try onStep(.vaultMade)
    let content = try KeychainFile(vaultID: folder.vaultID, protection: protection).encoded()
    do throws(KeychainError) {
      _ = try content.withBytes { (bytes) throws(KeychainError) in
        try NewFile.create(at: path, noun: "the file of the keychain", bytes)
      }
    } catch {
      guard try FileStatus.of(path: path) != nil else { throw error }
      throw Self.duplicate(String(decoding: path, as: UTF8.self))
    }
    if protection == .deviceKey { try DeviceKeyUsers(folder.vaultID, main).record(path) }
    try onStep(.fileMade)
    try directory.remove(Self.lockName)
    _ = try PrivateFolder.rename(folder.newPath, to: folder.path)
    try onStep(.folderNamed)
    Log.notice("a keychain was made at a path")
    return refusal
  }

  private func makeVault(
    _ location: StoreLocation, _ protection: KeychainFile.Protection, _ password: Passcode?
  ) throws(KeychainError) -> KeychainError? {
    let deadline = Deadline.after(Call.longestTimeLimit)
    guard protection == .password, let password, let named = location.named else {
      // An empty password needs no costly derivation.
      let cost = password == nil ? Argon2Cost(passes: 1, memory: 8, lanes: 1) ?? context.cost : context.cost
      let vault = Vault(
        location.vault,
        context: UnlockContext(authority: context.authority, cache: context.cache, clock: context.clock, cost: cost),
        random: random)
      defer { vault.close() }
      try vault.open(until: deadline)
      let passcode = if let password { password } else { try Passcode.ofEmptyPassword() }
      return try vault.changePasscode(from: nil, to: passcode, until: deadline)
    }
    let vault = Vault(location.vault, context: context, random: random)
    defer { vault.close() }
    let keys = try PortableKeys(new: password, vaultID: named.vaultID, cost: context.cost, random: random)
    return try vault.createPortable(keys, until: deadline)
  }

  /// Removes the files of a keychain that could not be made. A failure is only logged.
  private func undo(_ folder: KeychainFolder, _ protection: KeychainFile.Protection, _ path: [UInt8]) {
    do throws(KeychainError) {
      if let file = try? KeychainFile.read(path), file.vaultID == folder.vaultID {
        try PrivateFolder.removeFile(path)
      }
      for name in [folder.newPath, folder.path] {
        try KeychainDeletion.erase(folder, at: name, main, context, deleting: path)
      }
    } catch { Log.error("the files of a keychain that could not be made cannot be removed", error) }
  }

  /// Removes what killed processes left in a folder: vaults that no file names, and vaults that are being deleted.
  private func removeLeftovers(in directory: String) {
    var named: Set<RowIdentifier>?
    for name in PrivateFolder.names(in: directory) where name.hasPrefix(KeychainFolder.prefix) {
      let isNew = name.hasSuffix(KeychainFolder.newSuffix)
      guard isNew || name.hasSuffix(KeychainFolder.deletedSuffix), let vaultID = KeychainFolder.vaultID(of: name)
      else { continue }
      if isNew {
        let known = named ?? Self.namedVaults(in: directory)
        named = known
        guard !known.contains(vaultID), Self.isAbandoned("\(directory)/\(name)") else { continue }
      }
      let folder = KeychainFolder(vaultID, in: directory)
      do throws(KeychainError) {
        try KeychainDeletion.erase(folder, at: "\(directory)/\(name)", main, context)
      } catch { Log.error("the files of a former keychain cannot be removed", error) }
    }
  }

  /// The file in a new folder that the process which makes the keychain locks.
  static let lockName = "creation.lock"

  /// The age in seconds from which a new folder may be abandoned. A process locks a younger folder only after it made
  /// the folder.
  private static let smallestAge: Int64 = 10

  /// The number of seconds from 1970 to 2001.
  private static let secondsTo2001: Int64 = 978_307_200

  /// Whether no process makes a keychain in this folder any more.
  private static func isAbandoned(_ path: String) -> Bool {
    guard let status = try? FileStatus.of(path: path), let directory = try? ProtectedDirectory.open(path),
      Int64(SystemClock().now) + secondsTo2001 - status.modified / 1_000_000_000 >= smallestAge,
      let lock = try? FileLock(lockName, in: directory)
    else { return false }
    guard (try? lock.tryLock(.exclusive)) == true else { return false }
    lock.unlock()
    return true
  }

  /// The vaults that the files of a folder name.
  private static func namedVaults(in directory: String) -> Set<RowIdentifier> {
    var named: Set<RowIdentifier> = []
    for name in PrivateFolder.names(in: directory) where !name.hasPrefix(KeychainFolder.prefix) {
      if let file = try? KeychainFile.read(Array("\(directory)/\(name)".utf8)) { named.insert(file.vaultID) }
    }
    return named
  }

  private static func text(_ path: [UInt8]) throws(KeychainError) -> String {
    guard let text = String(validating: path, as: UTF8.self) else {
      throw KeychainError(.parameter, "the path of a keychain must be UTF-8")
    }
    return text
  }

  private static func duplicate(_ path: String) -> KeychainError {
    KeychainError(.duplicateKeychain, "\(path) exists already")
  }
}

extension KeychainFolder {
  /// The identifier in the name of a folder; nil for any other name.
  static func vaultID(of name: String) -> RowIdentifier? {
    let digits = name.utf8.dropFirst(prefix.utf8.count).prefix(2 * RowIdentifier.byteCount)
    guard digits.count == 2 * RowIdentifier.byteCount, let bytes = HexadecimalText.bytes(Array(digits)) else {
      return nil
    }
    return RowIdentifier(bytes)
  }
}

extension Passcode {
  /// The passcode of a keychain with an empty password. A person cannot type it, because it begins with a byte 0.
  package static func ofEmptyPassword() throws(KeychainError) -> Passcode {
    try (Array("\0an empty password".utf8)).withBytes { (bytes) throws(KeychainError) in try Passcode(bytes) }
  }
}
