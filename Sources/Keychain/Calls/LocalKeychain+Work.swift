import KeychainFiles
import KeychainModel
import RowSealing
import Vault

// Work that goes on in a thread of its own.
extension LocalKeychain {
  func subscribe(_ peer: Peer) throws(KeychainError) -> Handle {
    let handle = try Handle(random: random)
    // What happens from here on is reported.
    let reader = try ChangesReader(location)
    let watch = try FileWatch(reader.path)
    let running = try RunningWork.begin { (running) throws(KeychainError) in
      while true {
        // A file that cannot be read says nothing; the next time looks again.
        let changes =
          watch.wait(until: .after(.milliseconds(500)))
          ? ForkGate.enter { (try? reader.next()) ?? [] } : []
        try running.emit(changes: changes)
      }
    }
    works.add(running, handle, of: peer)
    return handle
  }

  /// - Parameter patience: How long each step of the work may wait for others.
  func begin(
    _ work: Work, _ peer: Peer, _ patience: Duration, _ identified: IdentifiedRequest?
  ) throws(KeychainError) -> Handle {
    let handle = try Handle(random: random)
    var credential: AccessCredential?
    var input: SpooledFile?
    switch work {
    // What was proven may be closed meanwhile.
    case .add(_, _, let proof?): credential = try proofs.value(proof, of: peer)
    case .importBackup(_, _, _, let byteCount):
      input = try SpooledFile(byteCount: byteCount, noun: "the backup")
    default: break
    }
    let running = try RunningWork.begin(reading: input) { [credential] (running) throws(KeychainError) in
      try self.once(identified) { () throws(KeychainError) in
        try self.perform(work, peer.caller, credential, patience, identified, running)
      }
    }
    works.add(running, handle, of: peer)
    return handle
  }

  private func perform(
    _ work: Work, _ caller: Caller, _ credential: AccessCredential?, _ patience: Duration,
    _ identified: IdentifiedRequest?, _ running: RunningWork
  ) throws(KeychainError) -> Reply {
    let deadline = Deadline.after(patience)
    let onProgress = running.report
    switch work {
    case .add(let requests, let sparingPresent, _):
      return .items(
        try add(
          requests, sparingPresent: sparingPresent, caller, credential, until: deadline, once: identified
        ) { (done) throws(KeychainError) in try onProgress(done, requests.count) })
    case .batch(let batch):
      return .batch(
        try perform(batch, caller, until: deadline, once: identified) { (done) throws(KeychainError) in
          try onProgress(done, batch.additions.count)
        })
    case .rotateKeys(let passcode):
      return .rotation(
        try ForkGate.pass { () throws(KeychainError) in
          guard try vault.isPresent() else { return nil }
          return try vault.rotate(passcode, patience: patience, onProgress: onProgress)
        })
    case .verify:
      return .verification(
        try ForkGate.pass { () throws(KeychainError) in
          try Verification(vault, until: deadline, onProgress: onProgress).run()
        })
    case .purge:
      guard try ForkGate.pass({ () throws(KeychainError) in try vault.isPresent() }) else {
        return .purge(Purge.Outcome())
      }
      return .purge(try Purge(keychain: self, patience: patience).run(onProgress: onProgress))
    case .compact:
      return .compaction(
        try ForkGate.pass { () throws(KeychainError) in
          guard try vault.isPresent() else { return nil }
          return try Compaction(vault: vault, patience: patience).run(until: deadline, onProgress: onProgress)
        })
    case .exportBackup(let passphrase):
      return .backup(
        try exportBackup(passphrase: passphrase, until: deadline, onProgress: onProgress, to: running.emit))
    case .importBackup(let passphrase, let deviceKey, let isDryRun, _):
      return .restoration(
        try importBackup(
          try running.receive(), passphrase: passphrase, deviceKeyCopy: deviceKey, isDryRun: isDryRun,
          patience: patience, once: identified, onProgress: onProgress))
    }
  }
}
