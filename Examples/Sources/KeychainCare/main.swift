import Foundation
import LatchkeyAdministration

// Takes care of a keychain, for which Apple's platforms have no functions. docs/administration.md shows
// functions of this file word for word.

/// Says whether the keychain is whole; false when a row or a file is damaged.
func verify() throws -> Bool {
  let found = try KeychainAdministration().verify()
  print("items: \(found.itemCount)")
  for damage in found.damages { print("damaged: \(damage)") }
  if found.quarantinedCount > 0 { print("rows in quarantine: \(found.quarantinedCount)") }
  return found.isIntact
}

/// Removes rows that nobody can read, and gives the disk space back.
func tidy() throws {
  let keychain = try KeychainAdministration()
  let purge = try keychain.purge()
  print("removed: \(purge.tombstoneCount) tombstones, \(purge.deadCount) dead rows")
  try keychain.compact()
}

/// Writes a backup that opens with the passphrase, on any machine.
func backUp(to path: String, passphrase: String) throws {
  let backup = try KeychainAdministration().exportBackup(
    to: path, passphrase: KeychainPasscode(passphrase), replacingExisting: true)
  print("in the backup: \(backup.itemCount), in none: \(backup.excludedCount)")
  if backup.unreadableCount > 0 { print("not readable: \(backup.unreadableCount)") }
}

/// Restores it: of an item that is there and in the backup the later state stays.
func restore(from path: String, passphrase: String) throws {
  let restoration = try KeychainAdministration().importBackup(
    from: path, passphrase: KeychainPasscode(passphrase))
  print("added: \(restoration.addedCount), kept: \(restoration.keptCount)")
}

/// Sets a passcode, has the keychain lock itself an hour after it was unlocked, and locks it now.
func protect(passcode: String) throws {
  let keychain = try KeychainAdministration()
  try keychain.setPasscode(KeychainPasscode(passcode))
  try keychain.setAutomaticLocking(after: 3600, whenSuspended: true)
  try keychain.lock()
  print("locked: \(try keychain.lockStatus().state != .unlocked)")
}

/// Unlocks it for every process of the user; where the kernel keeps no keys, for this one alone.
func unlock(passcode: String) throws {
  switch try KeychainAdministration().unlock(KeychainPasscode(passcode)) {
  case .everyProcess: print("unlocked")
  case .thisProcess(let reason): print("unlocked for this process alone: \(reason)")
  }
}

/// Says when some process has changed the keychain, `count` times.
func watch(count: Int) async throws {
  let commits = try KeychainAdministration().commits()
  FileHandle.standardOutput.write(Data("watching\n".utf8))
  for await commit in commits.prefix(count) {
    print("changed\(commit.process == getpid() ? " by this process" : "")")
  }
}

// The words of the command line, and a line of input where a secret is wanted.
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
  // The status is the one that the functions of Security return; the sentence names the reason.
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
