import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import TortureScript
import Vault

@testable import Keychain

/// The files of a keychain before a call. Each run with a fault uses a copy of these files.
final class FaultedStore {
  let call: FaultedCall
  let hasKeyFolder: Bool
  private let files: [String: [UInt8]]
  private let vaultID: RowIdentifier?

  static let items = ["one", "two", "three"]
  static let own = "own"
  static let replaced: [UInt8] = [1, 2, 3]

  init(_ call: FaultedCall, hasKeyFolder: Bool) throws {
    self.call = call
    self.hasKeyFolder = hasKeyFolder
    guard call != .create else {
      (files, vaultID) = ([:], nil)
      return
    }
    let folder = try Self.emptyFolder()
    let place = FaultedCall.Place(folder.path)
    if call == .importBackup {
      let other = LocalKeychain(StoreLocation(home: place.key))
      for item in Self.items { try Self.expect(Simple(other).add(item)) }
      try FaultedCall.exportBackup.run(other, place)
      other.close()
      for name in TemporaryDirectory.names(place.key) { unlink("\(place.key)/\(name)") }
    }
    let keychain = LocalKeychain(
      place.location(hasKeyFolder: hasKeyFolder), locking: FaultedCall.locking(NoAuthority()))
    for item in call == .importBackup ? [Self.own] : Self.items {
      try Self.expect(Simple(keychain).add(item))
    }
    if call.passcodes.before != nil { try FaultedCall.setPasscode.run(keychain, place) }
    if call == .importDeviceKey || call == .removeDeviceKey {
      try FaultedCall.exportDeviceKey.run(keychain, place)
    }
    keychain.close()
    let keyFolder = hasKeyFolder ? place.key : place.data
    if call == .importDeviceKey { unlink("\(keyFolder)/device.key") }
    if call == .exportBackupOver { try folder.write(Self.replaced, to: "out/backup") }
    files = try Self.read(folder)
    vaultID = try place.location(hasKeyFolder: hasKeyFolder).state()?.vaultID
  }

  /// Revokes the tickets in the kernel, because some runs leave their tickets in the kernel.
  deinit {
    if let vaultID { Self.forgetTickets(of: vaultID) }
  }

  /// Removes the tickets of a store from the kernel.
  static func forgetTickets(of vaultID: RowIdentifier) {
    for purpose in KeyTicket.Purpose.allCases { try? KernelKeyring().revoke(purpose, of: vaultID) }
  }

  /// Returns a new folder with a copy of the files.
  func copy() throws -> TemporaryDirectory { try Self.folder(with: files) }

  /// Returns the content of a file before the call; nil if the file did not exist.
  func original(_ name: String) -> [UInt8]? { files[name] }

  var keyFolder: String { hasKeyFolder ? "key" : "data" }

  /// Returns all files of a folder that `copy` or `folder(with:)` created.
  static func read(_ folder: TemporaryDirectory) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for part in parts {
      for name in TemporaryDirectory.names(folder(part)) {
        files["\(part)/\(name)"] = try folder.read("\(part)/\(name)")
      }
    }
    return files
  }

  /// Creates a folder with these files.
  static func folder(with files: [String: [UInt8]]) throws -> TemporaryDirectory {
    let folder = try emptyFolder()
    for (name, content) in files { try folder.write(content, to: name) }
    return folder
  }

  private static let parts = ["data", "key", "out"]

  private static func emptyFolder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for part in parts { mkdir(folder(part), 0o700) }
    return folder
  }

  private static func expect(_ answer: Simple.Answer) throws {
    guard answer.status == 0 else { throw Child.Failure(reason: answer.text) }
  }

  /// An unlock authority that rejects every ticket.
  private struct NoAuthority: UnlockAuthority {
    func publish(
      _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
    ) throws(KeychainError) { throw KeychainError(.notAvailable, "nothing is kept here") }

    func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? { nil }

    func revoke(
      _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier
    ) throws(KeychainError) {}
  }
}

extension StoreLocation {
  /// The state in the header of the store; nil when there is no header.
  func state() throws(KeychainError) -> HeaderState? {
    try vault.existing()?.header()?.read()?.state
  }

  /// The current keybag of the store; nil when there is none.
  func keybag() throws(KeychainError) -> Keybag? {
    guard let files = try vault.existing(), let number = try state()?.keybag?.number else {
      return nil
    }
    return try files.keybags.load(number)
  }
}
