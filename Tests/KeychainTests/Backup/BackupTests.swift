import KeychainCrypto
import KeychainModel
import LockTestSupport
import RowSealing
import TestSupport
import Testing

@testable import Keychain

/// Tests that restore a backup on the same device and on another device.
@Suite struct BackupTests {
  private let device: BackupDevice
  private let other: BackupDevice
  private let folder: TemporaryDirectory

  init() throws {
    device = try BackupDevice()
    other = try BackupDevice()
    folder = try TemporaryDirectory()
  }

  private func addAllAccessibilities() throws {
    try device.keychain.setPasscode(passcode("1234"))
    for accessibility in Accessibility.allCases {
      try device.add(
        accessibility.constant, AttributeSet([.accessible: .string(accessibility.constant)]))
      device.clock.advance(10)
    }
  }

  @Test func otherDeviceGetsWhatMayMigrate() throws {
    try addAllAccessibilities()
    let outcome = try device.export(to: folder)
    #expect(outcome.items == 6)
    #expect(outcome.thisDeviceOnly == 3)
    #expect(outcome.excluded == [.needsPasscode: 1])
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 3, notForThisDevice: 3))
    let expected = try device.items().filter {
      ["ak", "ck", "dk"].contains($0.attributes[.service]?.text)
    }
    #expect(expected.count == 3)
    #expect(try other.items() == expected)
  }

  @Test(arguments: ["passphrase", nil])
  func sameDeviceGetsAllButWhatNeedsAPasscode(_ passphrase: String?) throws {
    try addAllAccessibilities()
    try device.export(to: folder, passphrase)
    let expected = try device.items().filter { $0.attributes[.service]?.text != "akpu" }
    for accessibility in Accessibility.allCases { try device.delete(accessibility.constant) }
    #expect(try device.restore(from: folder, passphrase) == RestoreOutcome(added: 6))
    #expect(try device.items() == expected)
    #expect(try device.reopened().verify().isIntact)
  }

  @Test func keysComeBackAsPasswordsDo() throws {
    for (tag, accessibility) in [("one", "ak"), ("two", "aku")] {
      let key = SampleItem.key(tag)
      var attributes = key.attributes
      attributes[.accessible] = .string(accessibility)
      let request = AddRequest(.key, attributes: attributes, secret: key.secret)
      _ = try device.keychain.perform(.add(request), as: BackupDevice.caller)
    }
    let outcome = try device.export(to: folder)
    #expect(outcome.items == 2)
    #expect(outcome.thisDeviceOnly == 1)
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 1, notForThisDevice: 1))
    #expect(
      try other.items(.key)
        == device.items(.key).filter {
          $0.attributes[.applicationTag] == .string("one")
        })
    #expect(try other.reopened().verify().isIntact)
  }

  @Test func backupWithoutPassphraseIsOfNoUseElsewhere() throws {
    try device.add("one")
    try device.export(to: folder, nil)
    #expect(code { try other.restore(from: folder, nil) } == .authenticationFailed)
    #expect(
      code { try other.restore(from: folder, nil, isDryRun: true) } == .authenticationFailed)
    #expect(code { try other.restore(from: folder, "any") } == .parameter)
    #expect(other.machine.folder.names().isEmpty)
    try other.add("two")
    #expect(code { try other.restore(from: folder, nil) } == .authenticationFailed)
    #expect(try other.services() == ["two"])
    #expect(try !device.keychain.client.backupNeedsPassphrase(at: Array(folder("backup").utf8)))
  }

  @Test func backupOfThisDeviceComesBackWhereACredentialIsTheKey() throws {
    let credentials = try TemporaryDirectory()
    try credentials.write((0..<32).map { UInt8($0) }, to: DeviceKeyCredential.name)
    let path = Array(folder("backup").utf8)
    let old = device.machine.process(credentialsDirectory: credentials.path)
    let item = AddRequest(
      .genericPassword, attributes: AttributeSet([.accessible: .string("aku")]), secret: [1])
    _ = try old.perform(.add(item), as: BackupDevice.caller)
    _ = try old.exportBackup(to: path, passphrase: nil, replaces: false)

    let new = other.machine.process(credentialsDirectory: credentials.path)
    #expect(
      try new.importBackup(from: path, passphrase: nil, isDryRun: true) == RestoreOutcome(added: 1))
    #expect(other.machine.folder.names().isEmpty)
    #expect(
      try new.importBackup(from: path, passphrase: nil, isDryRun: false) == RestoreOutcome(added: 1)
    )
    #expect(
      try new.perform(
        .search(SearchRequest(ItemQuery(.genericPassword), contents: [.secret])),
        as: BackupDevice.caller
      ).map(\.secret) == [[1]])

    let third = try TestMachine()
    try credentials.write((0..<32).map { UInt8($0 + 1) }, to: DeviceKeyCredential.name)
    #expect(
      code {
        _ = try third.process(credentialsDirectory: credentials.path)
          .importBackup(from: path, passphrase: nil, isDryRun: false)
      } == .authenticationFailed)
    #expect(third.folder.names().isEmpty)
  }

  @Test func wrongPassphraseMakesNotEvenAKeychain() throws {
    try device.add("one")
    try device.export(to: folder)
    #expect(code { try other.restore(from: folder, "wrong") } == .authenticationFailed)
    #expect(code { try other.restore(from: folder, nil) } == .parameter)
    #expect(other.machine.folder.names().isEmpty)
    #expect(try device.keychain.client.backupNeedsPassphrase(at: Array(folder("backup").utf8)))
  }

  @Test func groupsFlagsAndFurtherSecretsComeBack() throws {
    try device.add("local", AttributeSet([.accessGroup: .string("other")]))
    try device.add("cloud", AttributeSet([.synchronizable: .number(1)]), secret: [])
    let server = AddRequest(
      .internetPassword,
      attributes: AttributeSet([
        .server: .string("www.example.org"), .port: .number(443),
        .label: .data([0, 255]), .comment: .string("é"),
      ]), secret: nil)
    _ = try device.keychain.perform(.add(server), as: BackupDevice.caller)
    try device.export(to: folder)
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 3))
    #expect(try other.items() == device.items())
    #expect(try other.items(.internetPassword) == device.items(.internetPassword))
    let below = SearchRequest(
      ItemQuery(.internetPassword, isSynchronizable: nil, hostOrSubdomain: "example.org"))
    #expect(try other.keychain.perform(.search(below), as: BackupDevice.caller).count == 1)
    #expect(try other.reopened().verify().isIntact)
  }

  @Test(arguments: [16_383, 65_535, 65_536, 200_000, 3_000_000])
  func largeSecretComesBack(_ count: Int) throws {
    let secret = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try device.add("large", secret: secret)
    try device.add("large here", AttributeSet([.accessible: .string("aku")]), secret: secret)
    try device.export(to: folder)
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 1, notForThisDevice: 1))
    #expect(try other.items().map(\.secret.data) == [secret])
    try device.delete("large")
    try device.delete("large here")
    #expect(try device.restore(from: folder) == RestoreOutcome(added: 2))
    #expect(try device.items().map(\.secret.data) == [secret, secret])
  }

  @Test func emptyKeychainGivesABackupOfNothing() throws {
    #expect(code { try device.export(to: folder) } == .notAvailable)
    try device.add("one")
    try device.delete("one")
    #expect(try device.export(to: folder) == BackupOutcome())
    #expect(try other.restore(from: folder) == RestoreOutcome())
  }

  @Test func deletedAndGuardedItemsAreNotInIt() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try device.add("kept")
    try device.add("deleted", AttributeSet([.synchronizable: .number(1)]))
    try device.delete("deleted")
    for (name, constraints) in [
      ("presence", AccessConstraints.userPresence), ("password", .applicationPassword),
    ] {
      try device.add(
        name, AttributeSet([.accessControl: .number(Int64(constraints.rawValue))]),
        with: AccessCredential(applicationPassword: try passcode("p")))
    }
    let outcome = try device.export(to: folder)
    #expect(outcome.items == 1)
    #expect(outcome.excluded == [.needsAuthentication: 2])
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 1))
    #expect(try other.services() == ["kept"])
  }

  @Test func lockedKeychainGivesAndTakesNothing() throws {
    try device.add("one", AttributeSet([.accessible: .string("dk")]))
    try device.export(to: folder)
    try device.keychain.setPasscode(passcode("1234"))
    try device.keychain.lock()
    #expect(code { try device.export(to: folder, replaces: true) } == .interactionNotAllowed)
    #expect(code { try device.restore(from: folder) } == .interactionNotAllowed)
    #expect(
      code { try device.restore(from: folder, isDryRun: true) } == .interactionNotAllowed)
    #expect(folder.names() == ["backup"])
    try device.keychain.unlock(passcode("1234"))
    #expect(try device.restore(from: folder) == RestoreOutcome(kept: 1))
  }

  @Test func damagedItemsAreCountedAndTheRestIsWritten() throws {
    for name in ["one", "two", "three"] { try device.add(name) }
    try TestKeychain(device.keychain, in: device.machine.folder)
      .execute("UPDATE genp SET meta = zeroblob(length(meta)) WHERE id = 2")
    try TestKeychain(device.keychain, in: device.machine.folder)
      .execute("UPDATE genp SET secret = zeroblob(length(secret)) WHERE id = 3")
    let outcome = try device.export(to: folder)
    #expect(outcome.items == 1)
    #expect(outcome.unreadable == 2)
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 1))
  }

  /// An import refuses a backup with such a record, so the export leaves the item out.
  @Test func itemsThatNoImportAcceptsAreCountedAndTheRestIsWritten() throws {
    try device.add("one")
    try device.add(
      "large", AttributeSet([.comment: .string(String(repeating: "c", count: Limits.attributeByteCount + 1))]))
    let outcome = try device.export(to: folder)
    #expect(outcome.items == 1)
    #expect(outcome.unreadable == 1)
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 1))
  }

  @Test func itemsOfADestroyedKeyAndInQuarantineAreCounted() throws {
    for name in ["kept", "moved"] { try device.add(name) }
    let store = TestKeychain(device.keychain, in: device.machine.folder)
    try store.execute("UPDATE genp SET secret = zeroblob(length(secret)) WHERE id = 2")
    try device.add("moved")
    try device.keychain.setPasscode(passcode("1234"))
    try device.add("dead", AttributeSet([.accessible: .string("akpu")]))
    try device.keychain.removePasscode(passcode("1234"))
    let outcome = try device.export(to: folder)
    #expect(outcome.items == 2)
    #expect(outcome.unreadable == 0)
    #expect(outcome.excluded == [.destroyed: 1, .quarantined: 1])
    // The test writes the number of the destroyed key into the first row. The export counts this row as unreadable,
    // because the row's own key still exists.
    let deadKey = "SELECT key_id FROM genp ORDER BY id DESC LIMIT 1"
    try store.execute("UPDATE genp SET key_id = (\(deadKey)) WHERE id = 1")
    let damaged = try device.export(to: folder, replaces: true)
    #expect(damaged.items == 1)
    #expect(damaged.unreadable == 1)
    #expect(damaged.excluded == outcome.excluded)
  }

  @Test func manyItemsComeBackInTheirOrder() throws {
    let names = (0..<3000).map { "service \($0)" }
    let batch = BatchRequest(
      names.map {
        AddRequest(
          .genericPassword, attributes: AttributeSet([.service: .string($0)]),
          secret: Array($0.utf8))
      }, onDuplicate: .skip)
    _ = try device.keychain.perform(batch, as: BackupDevice.caller)
    var steps: [Int] = []
    let path = Array(folder("backup").utf8)
    _ = try device.keychain.exportBackup(
      to: path, passphrase: passcode("p"), replaces: false
    ) { done, total in
      #expect(total == 3000)
      steps.append(done)
    }
    // One progress report of the export can stand for several exported items.
    #expect(steps.last == 3000 && steps == steps.sorted())
    var restored: [Int] = []
    _ = try other.keychain.importBackup(from: path, passphrase: passcode("p"), isDryRun: false) {
      done, total in
      #expect(total == 3000)
      restored.append(done)
    }
    #expect(restored.last == 3000 && restored == restored.sorted())
    #expect(try other.services() == names)
    #expect(try other.items() == device.items())
  }

  @Test func fileIsTheOwnersAndReplacesNothingUnasked() throws {
    try device.add("one")
    try folder.write([1, 2, 3], to: "backup", mode: 0o644)
    #expect(code { try device.export(to: folder) } == .notAvailable)
    #expect(try folder.read("backup") == [1, 2, 3])
    try device.export(to: folder, replaces: true)
    #expect(folder.names() == ["backup"])
    #expect(try fileMode(folder("backup")) == 0o600)
    #expect(
      code {
        _ = try device.keychain.exportBackup(
          to: Array(folder("none/backup").utf8), passphrase: nil, replaces: false)
      } == .notAvailable)
  }

  @Test(arguments: [
    "keychain.db", "keychain.db-wal", "keychain.db-shm", "keybag.1", "device.key",
    "device.key.next", "latchkey.lock", "keychain.db-journal", "backup",
  ])
  func keychainsOwnFilesAreNotReplaced(_ name: String) throws {
    try device.add("one")
    // Some of the named files do not exist.
    let isThere = device.machine.folder.names().contains(name)
    let before = isThere ? try device.machine.folder.read(name) : []
    let path = Array(device.machine.folder(name).utf8)
    #expect(
      code {
        _ = try device.keychain.exportBackup(to: path, passphrase: nil, replaces: true)
      } == .parameter)
    if isThere {
      #expect(try device.machine.folder.read(name) == before)
    } else {
      #expect(!device.machine.folder.names().contains(name))
    }
  }
}
