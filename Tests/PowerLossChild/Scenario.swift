import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainStore
import TortureScript
import Vault

/// An initial state of a keychain, and the operations that one program performs on the keychain.
enum Scenario: String, CaseIterable {
  case create, createAgain, items, manyItems, passcodes, attempts, keys, keysWithPasscode, deviceKey, compact, repair,
    repairWithPasscode, quarantine, erase, olderHeader, olderDatabase, copies, backup

  var operations: [Operation] {
    switch self {
    case .create, .createAgain: [.add("first", 40), .add("second", 5000), .close, .add("third", 300)]
    case .items:
      [
        .add("a", 40), .add("b", 5000), .update("a", 300), .add("c", 40_000), .delete("two"),
        .updateAll(comment: 7), .close, .add("d", 0), .update("c", 20), .find("one"), .delete("b"),
        .close, .add("b", 100), .updateAll(comment: 8),
      ]
    case .manyItems:
      (0..<12).map { .add("many \($0)", 16_500 + $0) } + [.updateAll(comment: 1), .close]
        + (0..<6).map { .update("many \($0)", 150_000 + $0) } + [.close]
        + (0..<12).map { .delete("many \($0)") } + [.close]
    case .passcodes:
      [
        .setPasscode("1"), .add("a", 40), .changePasscode("2"), .add("b", 40), .changePasscode("3"),
        .close, .changePasscode("4"), .removePasscode, .add("c", 40), .setPasscode("5"), .close,
        .removePasscode,
      ]
    case .attempts:
      [
        .lock, .wrongPasscode, .wrongPasscode, .unlock, .timeout(60), .add("a", 40), .lock, .unlock,
        .timeout(nil), .wrongPasscode, .unlock, .lock, .lock, .unlock, .timeout(120), .add("b", 40),
        .close, .lock, .unlock,
      ]
    case .keys: [.rotate, .add("a", 40), .rotate, .close, .rotate, .add("b", 300)]
    case .keysWithPasscode:
      [.unlock, .rotate, .add("a", 40), .changeDeviceKey, .close, .rotate, .changeDeviceKey]
    case .deviceKey:
      [.changeDeviceKey, .add("a", 40), .close, .changeDeviceKey, .changeDeviceKey, .add("b", 40)]
    case .compact:
      (0..<30).map { .delete("many \($0)") } + [.compact, .add("a", 40), .purge, .compact, .close]
    case .repair: [.meetDamage, .repair, .add("a", 40), .close, .add("b", 300)]
    case .repairWithPasscode: [.unlock, .repair, .add("a", 40), .rotate, .close]
    case .quarantine:
      [.find("one"), .replaceDamaged("two", 100), .close, .dropQuarantined, .add("a", 40)]
    case .erase: [.erase, .add("a", 40), .setPasscode("1"), .close, .erase, .add("b", 40), .erase]
    case .olderHeader: [.acceptOlder, .unlock, .add("a", 40), .lock, .close]
    case .olderDatabase: [.acceptOlder, .add("a", 40), .rotate]
    case .copies:
      [
        .exportDeviceKey, .removeDeviceKey, .importDeviceKey, .add("a", 40), .removeDeviceKey,
        .importDeviceKey,
      ]
    case .backup:
      [
        .exportBackup(replaces: false), .add("a", 40), .exportBackup(replaces: true),
        .delete("one"),
        .delete("three"), .importBackup, .close,
      ]
    }
  }

  /// Creates the keychain in its initial state.
  ///
  /// - Returns: The expected state of the keychain.
  func prepare(_ place: inout Place) throws -> Truth {
    var truth = Truth()
    try Content.makeFolder(place.root)
    try Content.makeFolder("\(place.root)/out")
    // In the scenario `create`, the first operation creates the folders of the keychain.
    guard self != .create else { return truth }
    for folder in ["data", "key"] { try Content.makeFolder("\(place.root)/\(folder)") }
    guard self != .createAgain else {
      try interruptCreation(place)
      return truth
    }
    let keychain = place.keychain()
    var operations: [Operation] = [.add("one", 40), .add("two", 5000), .add("three", 0)]
    switch self {
    case .manyItems, .passcodes, .deviceKey, .copies, .backup, .items: break
    case .compact, .repair: operations += (0..<30).map { .add("many \($0)", 2000) }
    case .attempts, .keysWithPasscode, .olderHeader: operations += [.setPasscode("1")]
    case .repairWithPasscode:
      operations += (0..<30).map { .add("many \($0)", 2000) } + [.setPasscode("1")]
    case .erase: operations += [.setPasscode("1"), .lock, .unlock]
    case .keys: operations += (0..<20).map { .add("many \($0)", 40) }
    case .create, .createAgain, .quarantine, .olderDatabase: break
    }
    for operation in operations { try operation.run(place, keychain, &truth) }
    keychain.client.close()
    try damage(place, &truth)
    truth.lockGeneration = try place.state()?.lockGeneration ?? 0
    if self == .backup {
      place.itemsOfBackup = truth.items.merging(["a": .init(byteCount: 40)]) { $1 }
    }
    return truth
  }

  /// Leaves the files of a process that died before it made the database.
  private func interruptCreation(_ place: Place) throws {
    let vault = Vault(place.location.vault, context: Place.context()) {
      (step) throws(KeychainError) in
      if step == .keybagMade { throw KeychainError(.inputOutput, "interrupted") }
    }
    guard (try? vault.status(until: .after(.seconds(10)))) == nil else {
      throw Failure("the creation was not interrupted")
    }
  }

  private func damage(_ place: Place, _ truth: inout Truth) throws {
    let database = "\(place.root)/data/\(StoreLocation.databaseName)"
    switch self {
    case .repair, .repairWithPasscode:
      // Overwrites only pages of indices, so a repair can restore all rows.
      for page in try rootPages(place) {
        try overwrite(database, at: (page - 1) * 4096, count: 4096)
      }
      truth.need = .repair
      truth.mayHaveAsides = true
    case .quarantine:
      try damageRow(place)
      truth.items["two"] = nil
      truth.damagedRows = 1
    case .olderHeader:
      let header = "\(place.root)/data/\(StoreLocation.lockName)"
      let old = try Content(of: place.root).files["data/\(StoreLocation.lockName)"] ?? []
      let keychain = place.keychain()
      var other = truth
      for operation in [Operation.unlock, .lock, .unlock, .add("later", 40), .close] {
        try operation.run(place, keychain, &other)
      }
      truth = other
      truth.lockGeneration = 0
      try replace(header, old)
      truth.need = .acceptance
      truth.mayHaveAsides = true
    case .olderDatabase:
      let old = try Content(of: place.root).files["data/\(StoreLocation.databaseName)"] ?? []
      let keychain = place.keychain()
      var other = truth
      for operation in [Operation.add("later", 40), .close] {
        try operation.run(place, keychain, &other)
      }
      unlink("\(database)-wal")
      unlink("\(database)-shm")
      try replace(database, old)
      truth.need = .acceptance
      truth.mayHaveAsides = true
    default: break
    }
  }

  private func rootPages(_ place: Place) throws -> [Int] {
    guard let files = try place.location.vault.existing() else { throw Failure("no folders") }
    let connection = try files.connection(until: .after(.seconds(10)))
    return try connection.rows(
      "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'genp'"
    ) { Int($0.integer(0)) }
  }

  /// Overwrites the authentication tags of the second item, so its row cannot be opened.
  private func damageRow(_ place: Place) throws {
    guard let files = try place.location.vault.existing() else { throw Failure("no folders") }
    let connection = try files.connection(until: .after(.seconds(10)))
    try connection.write { () throws(KeychainError) in
      try connection.execute("UPDATE genp SET tags = zeroblob(length(tags)) WHERE id = 2")
    }
  }

  private func overwrite(_ path: String, at offset: Int, count: Int) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    let bytes = [UInt8](repeating: 0xA5, count: count)
    guard pwrite(file, bytes, count, off_t(offset)) == count else { throw Failure("no damage") }
  }

  private func replace(_ path: String, _ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count else { throw Failure("not replaced") }
  }
}
