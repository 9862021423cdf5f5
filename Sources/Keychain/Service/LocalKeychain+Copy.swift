package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore
import RowSealing
import Vault

// Copies of the whole keychain (`VaultCopy`).

extension LocalKeychain {
  /// The file with the digest of the copy from which the keychain was made.
  private var arrival: StateFile { StateFile("copied-from", in: location.dataDirectory) }

  /// Makes a copy, also of a locked keychain. The copy is a snapshot of the keychain.
  ///
  /// - Parameter includesProtected: Whether the copy contains the rows of protected programs.
  /// - Throws: The errors of `Work.exportCopy`.
  func exportCopy(
    includesProtected: Bool, until deadline: Deadline, onProgress: ProgressReport, to output: SpooledFile
  ) throws(KeychainError) -> CopyOutcome {
    guard try ForkGate.enterUnlessForked({ () throws(KeychainError) in try vault.isPresent() }) else {
      throw KeychainError(.notAvailable, "there is no keychain to make a copy of")
    }
    let (settings, login) = (try vault.status(until: deadline).settings, try loginPassword())
    let grade = try passcodeGrade.value()
    let outcome = try read(until: deadline) { (session) throws(KeychainError) in
      // The block runs again when the keychain was replaced, so the block first empties the output.
      try output.removeAll()
      let head = VaultCopy.Head(keybag: session.keybag, settings: settings, login: login, passcodeGrade: grade)
      return try session.connection.read { () throws(KeychainError) in
        try Self.writeCopy(
          head, of: session.connection, upToPolicy: includesProtected ? .max : Int64(Caller.userProgramGrade),
          onProgress: onProgress, to: output)
      }
    }
    Log.notice("copy of the keychain: \(outcome.items) items")
    return outcome
  }

  /// Makes a copy, and runs `body` before another process or thread can change the keychain.
  ///
  /// - Parameter includesProtected: Whether the copy contains the rows of protected programs.
  package func withCopy<Result>(
    includesProtected: Bool = true, onProgress: ProgressReport,
    _ body: (SpooledFile, CopyOutcome, DeviceKey) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let (login, grade) = (try loginPassword(), try passcodeGrade.value())
    return try ForkGate.enterUnlessForked { () throws(KeychainError) in
      // A writer that waits for the lock looks afterwards whether the files are still at their paths.
      try vault.maintain(.exclusive, until: .after(Self.timeout)) { (connection, files) throws(KeychainError) in
        try connection.write { () throws(KeychainError) in
          guard let row = try connection.storeRecord(), let state = try files.header()?.read()?.state,
            let keybag = try files.keybags.load(
              KeybagReference(number: row.keybagNumber, digest: row.keybagDigest)),
            let deviceKey = try files.deviceKey.key(opening: keybag)
          else { throw KeychainError(.notAvailable, "the keychain was changed meanwhile", because: .replaced) }
          let output = try SpooledFile(in: files.data, noun: "the copy of the keychain")
          let head = VaultCopy.Head(keybag: keybag, settings: state.settings, login: login, passcodeGrade: grade)
          let outcome = try Self.writeCopy(
            head, of: connection, upToPolicy: includesProtected ? .max : Int64(Caller.userProgramGrade),
            onProgress: onProgress, to: output)
          return try body(output, outcome, deviceKey)
        }
      }
    }
  }

  private static func writeCopy(
    _ head: VaultCopy.Head, of connection: Connection, upToPolicy policy: Int64 = .max, onProgress: ProgressReport,
    to output: SpooledFile
  ) throws(KeychainError) -> CopyOutcome {
    var writer = try VaultCopyWriter(head) { (bytes) throws(KeychainError) in
      guard bytes.count <= largestBackupByteCount - output.byteCount else {
        throw KeychainError(.dataTooLarge, "a copy of a keychain has at most \(largestBackupByteCount) bytes")
      }
      try output.append(bytes)
    }
    try writer.appendRows(of: connection, upToPolicy: policy, onProgress: onProgress)
    try writer.finish()
    return writer.outcome
  }

  /// The reason for which a keychain is made from a copy.
  enum CopyPurpose {
    /// A program of a user moves a keychain to the service. The keychain gets the device key of a new keychain, and every
    /// row is opened.
    case moving(Passcode?, reservedGroups: Set<String>)
    /// Root restores a copy in the service. The keychain keeps its device key.
    case restoring
    /// Root gives a keychain of the service back to its user. The keychain keeps its device key.
    case returning
  }

  /// Makes the keychain from a copy of another one. Nothing is stored unless the whole copy is stored. A copy that was
  /// stored before changes nothing.
  ///
  /// - Parameter key: The device key of the keychain in the copy; nil for the credential of the service.
  /// - Throws: The errors of `Work.importCopy`.
  func importCopy(
    _ file: InputFile, _ key: DeviceKeyContent?, _ purpose: CopyPurpose, _ cancellation: Cancellation? = nil,
    onProgress: @escaping ProgressReport
  ) throws(KeychainError) -> CopyOutcome {
    let reader = try VaultCopyReader(file)
    if case .moving = purpose, key == nil {
      throw KeychainError(.parameter, "moving a keychain takes its device key", cause: .argument)
    }
    let given = if let key { key } else { try suppliedKey(of: reader.head.keybag.vaultID) }
    let deviceKey = try reader.head.requireOpened(by: given)
    // The whole copy is read before anything is changed.
    try reader.check()
    if try hasArrived(reader) {
      var outcome = CopyOutcome()
      (outcome.isRepeated, outcome.digest) = (true, reader.digest)
      return outcome
    }
    let digest = reader.digest
    var head = reader.head
    if case .moving = purpose { try requireNoItems() }
    let passcode: Passcode? = if case .moving(let passcode, _) = purpose { passcode } else { nil }
    var keys: VaultCopy.Head.Keys?
    var handling = VaultCopyImport.Handling.unchanged
    if case .moving(_, let reservedGroups) = purpose {
      let opening = try head.openingKeys(deviceKey, passcode)
      keys = opening
      handling = .opening(
        try RowSealer(try opening.ring.makeCipherSuite(), random), reservedGroups: reservedGroups)
      // Programs of the user may have kept the keys. A keybag that gets no new keys is refused before anything is stored.
      head.keybag = try head.keybag.rotatingKeys(
        deviceKey: deviceKey, passcodeKey: opening.passcodeKey, random: random)
    }
    let total = Int(clamping: reader.counts.rows.total) + Int(clamping: reader.counts.quarantined)
    let importing = try VaultCopyImport(handling, at: clock.now, total: total, onProgress: onProgress)
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try passcodeGrade.withLock { (record) throws(KeychainError) in
        let content = VaultContent(head.keybag.vaultID, head.settings, keys == nil ? deviceKey : nil) {
          [self, keys, head] (new) throws(KeychainError) in
          // The files beside the keychain are written now, because the vault lock is held and there is no keychain.
          switch purpose {
          case .moving: try record(Caller.userProgramGrade)
          case .restoring: try record(head.passcodeGrade)
          case .returning: break
          }
          try arrival.replace(digest)
          var keybag = head.keybag
          if let keys { keybag = try head.keybag(for: new, keys, from: deviceKey, passcode, self) }
          if head.login != .separate { try noteLoginPassword(head.login, of: keybag) }
          return keybag
        } rows: { (connection) throws(KeychainError) in
          try importing.run(try VaultCopyReader(file), into: connection)
          if let cancellation, cancellation.isCancelled { throw RunningWork.cancelled }
        }
        try vault.create(content, until: .after(timeout))
      }
    }
    onCommit()
    if keys != nil { sealUnderNewKeys(passcode, cancellation) }
    let outcome = importing.outcome
    Log.notice("the keychain was made from a copy: \(outcome.items) items, \(outcome.damaged) do not open")
    return outcome
  }

  /// Runs `body`, while no other program can change the keychain, if a copy for its user would still have a digest.
  ///
  /// - Throws: `.notAvailable` when the keychain changed since the copy; the errors of `body`.
  package func ifUnchanged(
    since digest: [UInt8], _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try withCopy(includesProtected: false) { (_, _) in
    } _: { (_, present, _) throws(KeychainError) in
      guard present.digest == digest else {
        throw KeychainError(
          .notAvailable, "the keychain was changed meanwhile; run the command again", because: .replaced)
      }
      try body()
    }
  }

  /// Whether the keychain was made from a copy of a vault.
  func isFromCopy(of vaultID: RowIdentifier) throws(KeychainError) -> Bool {
    guard try arrival.read() != nil else { return false }
    return try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try vault.existingFiles()?.header()?.read()?.state.vaultID == vaultID
    }
  }

  /// Whether a device key is the credential of the service for this keychain.
  package func hasSuppliedKey(_ key: DeviceKeyContent) -> Bool {
    guard let key = try? key.key(for: RowIdentifier(high: 0, low: 0)),
      let supplied = try? location.vault.credential()?.load(for: key.vaultID)
    else { return false }
    return
      (try? key.withBytes { (one) throws(KeychainError) in
        try supplied.withBytes { (other) throws(KeychainError) in one.elementsEqual(other) }
      }) ?? false
  }

  private func suppliedKey(of vaultID: RowIdentifier) throws(KeychainError) -> DeviceKeyContent {
    guard let key = try location.vault.credential()?.load(for: vaultID) else {
      throw KeychainError(
        .authenticationFailed,
        "the copy needs the device key of its keychain, and this machine has no credential for it",
        because: .deviceKeyMissing)
    }
    return .key(key)
  }

  /// Makes the keychain of a user from a copy that root got from the service.
  package func returnKeychain(
    from file: InputFile, _ key: DeviceKey, onProgress: @escaping ProgressReport = { (_, _) in }
  ) throws(KeychainError) -> CopyOutcome {
    try importCopy(file, .key(key), .returning, onProgress: onProgress)
  }

  /// Refuses a copy before keys are derived for it. The making of the keychain looks again.
  ///
  /// - Throws: `.notAvailable` when the keychain has items.
  private func requireNoItems() throws(KeychainError) {
    let count = try ForkGate.enterUnlessForked { () throws(KeychainError) in try vault.countItems() }
    guard count ?? 0 == 0 else {
      throw KeychainError(.notAvailable, "there is a keychain already; nothing was changed", because: .fileInTheWay)
    }
  }

  /// Whether the keychain was made from this copy.
  private func hasArrived(_ reader: VaultCopyReader) throws(KeychainError) -> Bool {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      guard try arrival.read() == reader.digest, let files = try vault.existingFiles(),
        try files.header()?.read()?.state.vaultID == reader.head.keybag.vaultID
      else { return false }
      return try files.data.status(of: StoreLocation.databaseName) != nil
    }
  }

  /// Seals the rows under the new keys of the classes, and destroys the old keys. After an error, the old keys only open
  /// rows, and the next rotation of the keys goes on.
  private func sealUnderNewKeys(_ passcode: Passcode?, _ cancellation: Cancellation?) {
    do throws(KeychainError) {
      _ = try ForkGate.enterUnlessForked { () throws(KeychainError) in
        try vault.rotate(passcode, timeout: timeout) { (_, _) throws(KeychainError) in
          if let cancellation, cancellation.isCancelled { throw RunningWork.cancelled }
        }
      }
    } catch { Log.error("the rows of a keychain that was moved are not all sealed under its new keys", error) }
  }
}

extension VaultCopy.Head {
  typealias Keys = (ring: KeyRing, passcodeKey: PasscodeKey?)

  /// The device key of the keychain in the copy.
  ///
  /// - Throws: `.authenticationFailed` when the key does not open the keybag; `.decode` for a portable keychain.
  func requireOpened(by key: DeviceKeyContent) throws(KeychainError) -> DeviceKey {
    if case .password = keybag.protection { throw VaultCopy.damaged }
    let key = try key.key(for: keybag.vaultID)
    guard try keybag.isOpened(by: key) else {
      throw KeychainError(
        .authenticationFailed, "the device key is not the one of the keychain in the copy", because: .deviceKeyWrong)
    }
    return key
  }

  /// The keys that open every row.
  ///
  /// - Throws: `.interactionNotAllowed` when a passcode is set and none was given; `.authenticationFailed` for a wrong one;
  ///   `.notAvailable` when the passcode is too costly for a service.
  func openingKeys(_ deviceKey: DeviceKey, _ passcode: Passcode?) throws(KeychainError) -> Keys {
    guard keybag.hasPasscode == (passcode != nil) else {
      throw keybag.hasPasscode
        ? KeychainError(.interactionNotAllowed, "a passcode is set: moving the keychain takes it")
        : KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing)
    }
    guard keybag.isFarFromLimits else { throw VaultCopy.damaged }
    // A program of the user chose the cost, and other programs wait for the derivation.
    guard keybag.passcodeCost?.isFairToOthers ?? true else {
      throw KeychainError(
        .notAvailable,
        "the passcode of the keychain asks for more work than the service does for a program; set it again before the "
          + "move (security set-keychain-password)")
    }
    let passcodeKey = try passcode.map { (passcode) throws(KeychainError) in
      try keybag.passcodeKey(passcode, deviceKey: deviceKey)
    }
    return (try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: passcodeKey), passcodeKey)
  }

  /// The keybag for a new device key.
  fileprivate func keybag(
    for new: DeviceKey, _ keys: Keys, from old: DeviceKey, _ passcode: Passcode?, _ keychain: LocalKeychain
  ) throws(KeychainError) -> Keybag {
    let passcodeKey = try passcode.map { (passcode) throws(KeychainError) in
      try PasscodeKey(new: passcode, deviceKey: new, cost: keychain.vault.context.cost, random: keychain.random)
    }
    return try keybag.changingDeviceKey(
      from: old, to: new, passcodeKey: keys.passcodeKey, newPasscodeKey: passcodeKey, random: keychain.random)
  }
}
