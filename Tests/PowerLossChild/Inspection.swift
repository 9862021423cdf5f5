import Glibc
import Keychain
import KeychainModel
import TortureScript
import VaultTestSupport

/// Opens a keychain as the first program after a power failure does, and checks the state of the keychain.
struct Inspection {
  let place: Place
  /// The acceptable states. If the power failed during an operation, both the state before and the state after the
  /// operation are acceptable.
  let truths: [Truth]

  /// Whether the power failed during an operation.
  private var isInterrupted: Bool { truths.count > 1 }

  /// Checks the keychain. The check may repair and change the files.
  ///
  /// - Parameter thorough: Whether the check also writes to the keychain and then opens it again.
  /// - Returns: A description of the problem; nil when there is none.
  func problem(thorough: Bool) -> String? {
    do {
      var truths = try truthsByHeader()
      let keychain = place.keychain()
      defer { keychain.client.close() }
      truths = try opened(keychain, truths)
      truths = try unlocked(keychain, truths)
      if truths.contains(where: { $0.need == .repair }) {
        truths = try repaired(keychain, truths)
      }
      truths = try withItems(keychain, truths)
      try verify(keychain, &truths)
      try requireFiles(truths)
      try requireCopies(keychain, truths)
      guard thorough, let truth = truths.first else { return nil }
      try use(keychain)
      keychain.client.close()
      let later = place.keychain()
      defer { later.client.close() }
      if let passcode = truth.passcode { _ = try later.client.unlock(VaultTestSupport.passcode(passcode)) }
      _ = try withItems(later, truths)
      return nil
    } catch let error as Failure {
      return error.reason
    } catch let error as KeychainError {
      return "\(error.code) \(error.reason) (\(error.place))"
    } catch {
      return "\(error)"
    }
  }

  private func choose(
    _ truths: [Truth], _ what: String, where isTrue: (Truth) -> Bool
  ) throws -> [Truth] {
    let left = truths.filter(isTrue)
    guard !left.isEmpty else { throw Failure(what) }
    return left
  }

  /// Checks the header before the keychain is opened. Returns the acceptable states.
  private func truthsByHeader() throws -> [Truth] {
    let generation = try place.state()?.lockGeneration ?? 0
    let least = truths.map(\.lockGeneration).min() ?? 0
    guard generation >= least else {
      throw Failure("lock generation \(generation), and \(least) was acknowledged")
    }
    let failures = try place.failures()
    // A passcode attempt is counted as wrong before its passcode is checked. Therefore, an interrupted attempt may be
    // counted as wrong.
    let greatest = (truths.map(\.failures).max() ?? 0) + (isInterrupted ? 1 : 0)
    let fewest = truths.map(\.failures).min() ?? 0
    guard (fewest...greatest).contains(failures) else {
      throw Failure("\(failures) wrong passcodes, not \(fewest) to \(greatest)")
    }
    return truths
  }

  private func opened(_ keychain: LocalKeychain, _ truths: [Truth]) throws -> [Truth] {
    var truths = truths
    let status: LockStatus
    do {
      status = try keychain.client.lockStatus()
    } catch {
      if truths.contains(where: { $0.need == .acceptance }) {
        guard try keychain.client.acceptOlder() else {
          throw Failure("nothing to accept: \(error.reason)")
        }
        truths = truths.filter { $0.need == .acceptance }
      } else if truths.contains(where: \.isDeviceKeyRemoved),
        error.failureCause == .deviceKeyMissing
      {
        guard try keychain.client.importDeviceKey(from: place.copy) else {
          throw Failure("the copy is not put in place")
        }
        truths = truths.filter(\.isDeviceKeyRemoved)
      } else {
        throw error
      }
      status = try keychain.client.lockStatus()
    }
    return try choose(truths, "a passcode: \(status.hasPasscode), timeout \(status.settings)") {
      status.hasPasscode == ($0.passcode != nil)
        && status.settings == LockSettings(timeout: $0.timeout)
        // If the keychain accepted older files, its passcode and settings may be those of the older files.
        || $0.need == .acceptance
    }
  }

  private func unlocked(_ keychain: LocalKeychain, _ truths: [Truth]) throws -> [Truth] {
    guard truths.contains(where: { $0.passcode != nil }) else { return truths }
    guard try keychain.client.lockStatus().state != .unlocked else { throw Failure("it is not locked") }
    var reason = "it has a passcode"
    let left = truths.filter { truth in
      guard let passcode = truth.passcode else { return false }
      do {
        _ = try keychain.client.unlock(VaultTestSupport.passcode(passcode))
        return true
      } catch {
        reason = "\(passcode) does not open it: \(error)"
        return false
      }
    }
    return try choose(left, reason) { _ in true }
  }

  private func repaired(_ keychain: LocalKeychain, _ truths: [Truth]) throws -> [Truth] {
    _ = try keychain.client.repair(nil)
    return truths
  }

  private func withItems(_ keychain: LocalKeychain, _ truths: [Truth]) throws -> [Truth] {
    let items = try items(keychain)
    return try choose(truths, "items \(describe(items)), not \(truths.map { describe($0.items) })") {
      $0.items == items
    }
  }

  private func describe(_ items: [String: Truth.Entry]) -> String {
    items.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.byteCount)/\($0.value.comment)" }
      .joined(separator: ", ")
  }

  private func items(_ keychain: LocalKeychain) throws -> [String: Truth.Entry] {
    let found: [Item]
    do {
      found = try ForkGate.enter { () throws(KeychainError) in
        try keychain.perform(
          .search(
            SearchRequest(
              ItemQuery(.genericPassword, isSynchronizable: nil), contents: [.attributes, .secret],
              limit: nil)), as: Simple(keychain).caller)
      }
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return [:]
    }
    var items: [String: Truth.Entry] = [:]
    for item in found {
      guard case .string(let name)? = item.attributes[.service], let secret = item.secret else {
        throw Failure("an item without a name or a secret")
      }
      guard secret == Secrets.of(name, secret.count) else {
        throw Failure("\(name) has a secret that was never stored")
      }
      var entry = Truth.Entry(byteCount: secret.count)
      if case .string(let comment)? = item.attributes[.comment] {
        entry.comment = Int(comment) ?? -1
      }
      guard items.updateValue(entry, forKey: name) == nil else { throw Failure("\(name) twice") }
    }
    return items
  }

  private func verify(_ keychain: LocalKeychain, _ truths: inout [Truth]) throws {
    let report = try keychain.client.verify()
    truths = try choose(
      truths,
      "verified: \(report.damages.map(\.reason)), \(report.quarantined.count) in quarantine"
    ) { truth in
      report.damages.count == truth.damagedRows
        && report.quarantined.count == truth.quarantinedRows
    }
    if let obstacle = report.obstacle { throw obstacle }
  }

  // MARK: Files

  private func requireFiles(_ truths: [Truth]) throws {
    let content = try Content(of: place.root)
    var keybags: [String] = []
    for path in content.files.keys where !path.hasPrefix("out/") {
      let name = path.dropFirst(path.hasPrefix("data/") ? 5 : 4)
      if name.hasPrefix("keybag.") {
        keybags.append(path)
        continue
      }
      if Self.names.contains(String(name)) { continue }
      if name.hasPrefix("keychain.db."), truths.contains(where: \.mayHaveAsides) { continue }
      if name.hasPrefix("old-keybag."), truths.contains(where: \.mayHaveAsides) { continue }
      throw Failure("\(path) is left")
    }
    guard keybags.count == 1 else { throw Failure("the keybags \(keybags)") }
  }

  private static let names: Set = [
    "keychain.db", "keychain.db-wal", "keychain.db-shm", "latchkey.lock", "device.key",
  ]

  private func requireCopies(_ keychain: LocalKeychain, _ truths: [Truth]) throws {
    let names = Set(try Content.names("\(place.root)/out"))
    _ = try choose(truths, "the files \(names)") { truth in
      truth.hasBackup == names.contains("backup") && truth.hasCopy == names.contains("copy")
    }
    if names.contains("backup") {
      _ = try keychain.client.importBackup(
        from: place.backup, passphrase: try passcode("phrase"), isDryRun: true)
    }
    if names.contains("copy") {
      guard try !keychain.client.importDeviceKey(from: place.copy) else {
        throw Failure("no device key")
      }
    }
    guard !isInterrupted else { return }
    let others = names.subtracting(["backup", "copy"])
    guard others.isEmpty else { throw Failure("\(others) are left") }
  }

  /// Checks that an item can still be added, found and deleted.
  private func use(_ keychain: LocalKeychain) throws {
    let simple = Simple(keychain)
    for answer in [
      simple.add("afterwards"), simple.find("afterwards"), simple.delete("afterwards"),
    ] where answer.status != 0 {
      throw Failure("nothing can be stored: \(answer.status) \(answer.text)")
    }
  }
}

/// The secrets of items. The secrets are cached, because creating a secret is slow.
enum Secrets {
  private struct Key: Hashable, Sendable {
    let name: String
    let byteCount: Int
  }

  private static let known = ForkSafeMutex<[Key: [UInt8]]>([:])

  static func of(_ name: String, _ byteCount: Int) -> [UInt8] {
    let key = Key(name: name, byteCount: byteCount)
    if let secret = known.withLock({ $0[key] }) { return secret }
    let secret = Simple.secret(name, byteCount)
    known.withLock { $0[key] = secret }
    return secret
  }
}
