import KeychainCrypto
import KeychainFiles
package import KeychainModel
import RowSealing
import Vault

extension LocalKeychain {
  package func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    guard call.keychain == .standard else {
      throw KeychainError(.notAvailable, "there is no keychain of this name", because: .noPlace)
    }
    // What programs do most, with few calls in between.
    if case .items(.search(let request), let proof) = call.request, call.timeLimit == nil {
      return .items(try search(request, peer.caller, try credential(proof, of: peer)))
    }
    return try limited(to: call.timeLimit).answer(call, peer)
  }

  private func credential(
    _ proof: Handle?, of peer: Peer
  ) throws(KeychainError) -> AccessCredential? {
    guard let proof else { return nil }
    return try proofs.value(proof, of: peer)
  }

  private func keep(
    _ credential: AccessCredential, _ peer: Peer
  ) throws(KeychainError) -> Handle {
    let handle = try Handle(random: random)
    proofs.add(credential, handle, of: peer)
    return handle
  }

  private func answer(_ call: Call, _ peer: Peer) throws(KeychainError) -> Reply {
    switch call.request {
    case .items(let request, let proof):
      return .items(try perform(request, as: peer.caller, with: try credential(proof, of: peer)))
    case .duplicates(let batch): return .flags(try duplicates(of: batch, as: peer.caller))
    case .countItems: return .count(try countItems())
    case .countUnreadable(let classes): return .unreadable(try countUnreadable(of: classes))

    case .use(let request, let proof):
      return .result(
        try perform(request, as: peer.caller, with: try credential(proof, of: peer)))

    case .openProof(let password, let isTypedOnce, let passcode):
      let proven = try credential(passcode, of: peer)
      let credential = AccessCredential(
        applicationPassword: password, authenticationKey: proven?.authenticationKey,
        isTypedOnce: isTypedOnce)
      return .handle(try keep(credential, peer))
    case .provePasscode(let passcode):
      let credential = AccessCredential(authenticationKey: try authenticationKey(for: passcode))
      return .handle(try keep(credential, peer))
    case .requirePasscodeAttempt:
      try requirePasscodeAttempt()
      return .done
    case .isCurrent(let proof):
      let key = try proofs.value(proof, of: peer).authenticationKey
      return .flag(try key.map { (key) throws(KeychainError) in try isCurrent(key) } ?? false)
    case .mayGuard(let proof): return .flag(try proofs.value(proof, of: peer).mayGuard)
    case .closeProof(let proof):
      proofs.remove(proof, of: peer)
      return .done

    case .isPresent: return .flag(try isPresent())
    case .open:
      try open()
      return .done
    case .close:
      close()
      return .done
    case .status: return .status(try lockStatus())
    case .canBeLocked: return .flag(try canBeLocked())
    case .lock: return .flag(try lock())
    case .unlock(let passcode): return .refusal(try unlock(passcode))
    case .unlockWithGivenPasscode:
      guard let passcode = try PasscodeSource(location.place)?.read() else {
        throw KeychainError(
          .notAvailable, "the process was given no passcode", cause: .passcodeMissing)
      }
      return .refusal(try unlock(passcode))
    case .set(let settings):
      try set(settings)
      return .done
    case .changePasscode(let old, let new):
      return .refusal(try changePasscode(from: old, to: new))

    case .changeDeviceKey(let passcode): return .flag(try changeDeviceKey(passcode))
    case .exportDeviceKey: return .deviceKey(try deviceKey())
    case .importDeviceKey(let copy): return .flag(try importDeviceKey(copy))
    case .removeDeviceKeyFile(let copy): return .flag(try removeDeviceKeyFile(copy))
    case .repair(let passcode, let onlyIfMarked):
      return .repair(try repair(passcode, onlyIfMarked: onlyIfMarked))
    case .acceptOlder: return .flag(try acceptOlder())
    case .recoverQuarantined: return .recovery(try recoverQuarantined())
    case .dropQuarantined: return .count(try dropQuarantined())
    case .erase: return .erasure(try eraseEverything())

    case .subscribe: return .handle(try subscribe(peer))
    case .begin(let work): return .handle(try begin(work, peer))
    case .next(let handle):
      return try works.value(handle, of: peer).next(until: .after(patience))
    case .write(let handle, let bytes):
      try works.value(handle, of: peer).write(bytes)
      return .done
    case .finish(let handle):
      let work = try works.value(handle, of: peer)
      defer { works.remove(handle, of: peer) }
      return try work.finish(until: .after(patience))
    case .cancel(let handle):
      try works.value(handle, of: peer).cancel()
      works.remove(handle, of: peer)
      return .done
    }
  }

  private func subscribe(_ peer: Peer) throws(KeychainError) -> Handle {
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

  private func begin(_ work: Work, _ peer: Peer) throws(KeychainError) -> Handle {
    let handle = try Handle(random: random)
    // What was proven may be closed meanwhile.
    let credential: AccessCredential? =
      if case .add(_, _, let proof) = work { try credential(proof, of: peer) } else { nil }
    var input: SpooledFile?
    if case .importBackup(_, _, _, let byteCount) = work {
      input = try SpooledFile(byteCount: byteCount, noun: "the backup")
    }
    let running = try RunningWork.begin(reading: input) {
      (running) throws(KeychainError) in
      try self.perform(work, peer.caller, credential, running)
    }
    works.add(running, handle, of: peer)
    return handle
  }

  private func perform(
    _ work: Work, _ caller: Caller, _ credential: AccessCredential?, _ running: RunningWork
  ) throws(KeychainError) -> Reply {
    let onProgress = running.report
    return switch work {
    case .add(let requests, let sparingPresent, _):
      .items(
        try add(requests, sparingPresent: sparingPresent, as: caller, with: credential) {
          (done) throws(KeychainError) in try onProgress(done, requests.count)
        })
    case .batch(let batch):
      .batch(
        try perform(batch, as: caller) { (done) throws(KeychainError) in
          try onProgress(done, batch.additions.count)
        })
    case .rotateKeys(let passcode):
      .rotation(try rotateKeys(passcode, onProgress: onProgress))
    case .verify: .verification(try verify(onProgress: onProgress))
    case .purge: .purge(try purge(onProgress: onProgress))
    case .compact: .compaction(try compact(onProgress: onProgress))
    case .exportBackup(let passphrase):
      .backup(
        try exportBackup(passphrase: passphrase, onProgress: onProgress, to: running.emit))
    case .importBackup(let passphrase, let deviceKey, let isDryRun, _):
      .restoration(
        try importBackup(
          try running.receive(), passphrase: passphrase, deviceKeyCopy: deviceKey,
          isDryRun: isDryRun, onProgress: onProgress))
    }
  }

  /// What a client proved, and its work, ends with it.
  package func forget(client: UInt64) {
    proofs.removeAll(of: client)
    for work in works.removeAll(of: client) { work.cancel() }
  }
}
