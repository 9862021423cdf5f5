import Foundation
import LatchkeyAdministration

// Maintains a keychain with the module LatchkeyAdministration. Apple's platforms have no functions for these tasks. The
// documentation (docs/administration.md) contains functions of this file word for word.

/// Checks the keychain. Returns false if a row or a file is damaged.
func verify() throws -> Bool {
  let found = try KeychainAdministration().verify()
  print("items: \(found.itemCount)")
  for damage in found.damages { print("damaged: \(damage)") }
  if found.quarantinedCount > 0 { print("rows in quarantine: \(found.quarantinedCount)") }
  return found.isIntact
}

/// Removes rows that cannot be read, and frees their disk space.
func tidy() throws {
  let keychain = try KeychainAdministration()
  let purge = try keychain.purge()
  print("removed: \(purge.tombstoneCount) tombstones, \(purge.deadCount) dead rows")
  try keychain.compact()
}

/// Writes a backup that the passphrase opens on any machine.
func backUp(to path: String, passphrase: String) throws {
  let backup = try KeychainAdministration().exportBackup(
    to: path, passphrase: KeychainPasscode(passphrase), replacingExisting: true)
  print("in the backup: \(backup.itemCount), in none: \(backup.excludedCount)")
  if backup.unreadableCount > 0 { print("not readable: \(backup.unreadableCount)") }
}

/// Restores a backup. If an item is in the keychain and in the backup, the newer version is kept.
func restore(from path: String, passphrase: String) throws {
  let restoration = try KeychainAdministration().importBackup(
    from: path, passphrase: KeychainPasscode(passphrase))
  print("added: \(restoration.addedCount), kept: \(restoration.keptCount)")
}

/// Sets a passcode, makes the keychain lock itself an hour after each unlock, and locks it now.
func protect(passcode: String) throws {
  let keychain = try KeychainAdministration()
  try keychain.setPasscode(KeychainPasscode(passcode))
  // keychaind changes settings only for a person who knows the passcode.
  try keychain.authenticate(with: KeychainPasscode(passcode))
  try keychain.setAutomaticLocking(after: 3600, whenSuspended: true)
  try keychain.lock()
  print("locked: \(try keychain.lockStatus().state != .unlocked)")
}

/// Unlocks the keychain for every process of the user. If the kernel stores no keys, only this process is unlocked.
func unlock(passcode: String) throws {
  switch try KeychainAdministration().unlock(KeychainPasscode(passcode)) {
  case .everyProcess: print("unlocked")
  case .thisProcess(let reason): print("unlocked for this process alone: \(reason)")
  }
}

/// Reports the next `count` changes of the keychain by any process.
func watch(count: Int) async throws {
  let commits = try KeychainAdministration().commits()
  FileHandle.standardOutput.write(Data("watching\n".utf8))
  for await commit in commits.prefix(count) {
    print("changed\(commit.process == getpid() ? " by this process" : "")")
  }
}

// The command line contains the command. A passcode or passphrase is read from a line of standard input.
let words = Array(CommandLine.arguments.dropFirst())
do {
  switch (words.first, words.dropFirst().first) {
  case ("verify", nil): exit(try verify() ? 0 : 1)
  case ("tidy", nil): try tidy()
  case ("back-up", let path?): try backUp(to: path, passphrase: readLine() ?? "")
  case ("restore", let path?): try restore(from: path, passphrase: readLine() ?? "")
  case ("protect", nil): try protect(passcode: readLine() ?? "")
  case ("unlock", nil): try unlock(passcode: readLine() ?? "")
  case ("watch", let count?): try await watch(count: Int(count) ?? 1)
  default:
    print("verify | tidy | back-up FILE | restore FILE | protect | unlock | watch COUNT")
    exit(2)
  }
} catch let error as AdministrationError {
  // An `AdministrationError` has the status that a function of Security would return. Its description is a sentence
  // about the cause.
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
