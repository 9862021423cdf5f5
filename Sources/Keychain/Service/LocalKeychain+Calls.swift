import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import RowSealing
import Synchronization
import Vault

extension LocalKeychain {
  package func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    guard call.keychain == .standard else {
      throw KeychainError(.notAvailable, "there is no keychain of this name", because: .noPlace)
    }
    guard peer.permissions.isSuperset(of: call.request.permissions) else {
      throw KeychainError(.missingEntitlement, "the client may not ask for this")
    }
    try uses.enter()
    defer { uses.leave() }
    let timeout = call.timeLimit ?? timeout
    // This is the most frequent call, so the path is short. A search changes no item. Without a given passcode it derives
    // no key. A client in another process gets no private key by it.
    if case .items(.search(let request), nil) = call.request, call.identifier == nil,
      peer.session == nil || !(request.query.itemClass.hasPrivateKeys || isGivenPasscode)
    {
      let deadline = peer.session == nil ? Deadline.after(timeout) : .after(timeout).limitingRun
      return .items(try search(request, peer.caller, nil, until: deadline, peer.resources.memory))
    }
    guard peer.session != nil else { return try answer(call, peer, timeout) }
    return try answer(call.retainingPrivateKeys, peer, timeout).retainingPrivateKeys
  }

  private func answer(_ call: Call, _ peer: Peer, _ timeout: Duration) throws(KeychainError) -> Reply {
    let identified = try call.identifier.map { (identifier) throws(KeychainError) in
      guard call.request.mayHaveIdentifier else {
        throw KeychainError(.parameter, "a request of this kind has no identifier")
      }
      return IdentifiedRequest(client: session(of: peer).identity, identifier: identifier)
    }
    return try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try CommitOrigin.with(peer.session?.process) { () throws(KeychainError) in
        guard peer.session != nil else { return try answer(call.request, peer, .after(timeout), identified) }
        // A client in another process must not occupy a thread of the service with a costly request.
        let deadline = Deadline.after(timeout).limitingRun
        return try DerivationQueue.waiting(until: deadline, cancelledBy: peer.resources.cancellation) {
          () throws(KeychainError) in try answer(call.request, peer, deadline, identified)
        }
      }
    }
  }

  private func session(of peer: Peer) -> ClientSession { peer.session ?? ownSession }

  /// Answers a request of `send`. `Request` names the reply of each request.
  ///
  /// - Parameter deadline: The end of all waits of the request for other processes.
  private func answer(
    _ request: Request, _ peer: Peer, _ deadline: Deadline, _ identified: IdentifiedRequest?
  ) throws(KeychainError) -> Reply {
    let session = session(of: peer)
    func known(_ proof: Handle?) throws(KeychainError) -> SessionProof? {
      try proof.map { (proof) throws(KeychainError) in try self.proof(proof, in: session, until: deadline) }
    }
    func keep(_ proof: SessionProof, from origin: Handle? = nil) throws(KeychainError) -> Reply {
      let handle = try Handle(random: random)
      try session.add(proof, handle, from: origin) { () throws(KeychainError) in
        try proofPlaces.place(for: session.quota, atMost: session.limits.allProofsCount, Handle.tooManyProofs)
      }
      return .handle(handle)
    }
    switch request {
    case .items(let request, let proof):
      return try perform(
        request, peer.caller, try known(proof), until: deadline, once: identified, peer.resources)
    case .candidates(let request, let proof):
      return .candidates(try candidates(request, peer.caller, try known(proof), until: deadline, peer.resources))
    case .duplicates(let batch):
      return .flags(try duplicates(of: batch, peer.caller, until: deadline, peer.resources.memory))
    case .countItems: return .count(try vault.countItems())
    case .countUnreadable(let classes):
      return .unreadable(try UnreadableRows.count(of: classes, in: self, until: deadline, peer.resources.memory))
    case .use(let request, let proof):
      return .result(try perform(request, peer.caller, try known(proof), until: deadline, peer.resources))

    case .openProof(let password, let isTypedOnce, let passcode):
      // A client can keep many proofs.
      if session !== ownSession, let password, password.byteCount > Self.largestPasswordByteCount {
        throw KeychainError(
          .parameter, "an application password of a program has at most \(Self.largestPasswordByteCount) bytes",
          cause: .argument)
      }
      let proven = try passcode.map { (passcode) throws(KeychainError) in
        try proof(passcode, in: session, until: deadline)
      }
      let credential = AccessCredential(
        applicationPassword: password, authenticationKey: proven?.credential.authenticationKey,
        isTypedOnce: isTypedOnce, isOfOtherProcess: session !== ownSession)
      return try keep(SessionProof(credential: credential, passcode: proven?.passcode), from: passcode)
    case .provePasscode(let passcode):
      let generation = passcodeGeneration.load(ordering: .acquiring)
      let (key, keybag) = try vault.authenticationKey(for: passcode, until: deadline)
      let proven = ProvenPasscode(keybag, generation: generation)
      return try keep(SessionProof(credential: AccessCredential(authenticationKey: key), passcode: proven))
    case .requirePasscodeAttempt:
      try vault.requirePasscodeAttempt(until: deadline)
      return .done
    case .askPerson, .becomeAgent:
      throw KeychainError(.notAvailable, "only keychaind asks the person through an agent", because: .unsupported)
    case .isCurrent(let proof):
      return .flag(try self.proof(proof, in: session, until: deadline).passcode != nil)
    case .mayGuard(let proof):
      return .flag(
        try session.proof(proof, generation: passcodeGeneration.load(ordering: .acquiring)).credential.mayGuard)
    case .closeProof(let proof):
      session.removeProof(proof)
      return .done

    case .isPresent: return .flag(try vault.isPresent())
    case .open:
      try vault.open(until: deadline)
      return .done
    case .close:
      // The keychain stays open for the other clients of the service.
      if peer.session == nil { vault.close() }
      return .done
    case .status:
      var status = try vault.status(until: deadline)
      status.login = try loginPassword()
      return .status(status)
    case .canBeLocked: return .flag(try vault.canBeLocked())
    case .lock: return .flag(try vault.lock(until: deadline))
    case .unlock(let passcode): return .refusal(try vault.unlock(passcode, until: deadline))
    case .unlockWithGivenPasscode:
      guard let passcode = try PasscodeSource(location.vault)?.read() else {
        throw KeychainError(
          .notAvailable, "the process was given no passcode", cause: .passcodeMissing)
      }
      return .refusal(try vault.unlock(passcode, until: deadline))
    case .set(let settings):
      try vault.set(settings, until: deadline)
      return .done
    case .changePasscode(let old, let new, let isLoginPassword):
      let refusal = try vault.changePasscode(from: old, to: new, until: deadline)
      endPasscodeProofs(in: session)
      if isLoginPassword { try recordLoginPassword(.same) }
      Log.notice(
        old == nil
          ? "a passcode was set" : new == nil ? "the passcode was removed" : "the passcode was changed")
      return .refusal(refusal)

    case .changeDeviceKey(let passcode):
      guard try vault.isPresent() else { return .flag(false) }
      let login = try loginPassword()
      try vault.changeDeviceKey(passcode, until: deadline)
      // The passcode has another salt now, so no earlier proof is equal to it.
      endPasscodeProofs(in: session)
      if login != .separate { try recordLoginPassword(login) }
      return .flag(true)
    case .exportDeviceKey:
      guard try vault.isPresent() else {
        throw KeychainError(.notAvailable, "there is no keychain yet")
      }
      return .deviceKey(try vault.open(until: deadline).deviceKey)
    case .importDeviceKey(let copy):
      return .flag(
        try vault.withDeviceKeyPlacement(until: deadline) { (placement, _) throws(KeychainError) in
          try placement.put(try copy.key(for: placement.vaultID))
        })
    case .removeDeviceKeyFile(let copy): return .flag(try removeDeviceKeyFile(copy, until: deadline))
    case .repair(let passcode, let onlyIfMarked):
      return .repair(try vault.repair(passcode, onlyIfMarked: onlyIfMarked, until: deadline))
    case .acceptOlder: return .flag(try vault.acceptOlder(until: deadline))
    case .recoverQuarantined:
      guard try vault.isPresent() else { return .recovery(QuarantineOutcome()) }
      let outcome = try write(until: deadline, once: identified, isSynchronizable: \.isSynchronizable) {
        (session) throws(KeychainError) in
        try session.measuring(peer.resources.memory) { () throws(KeychainError) in
          try QuarantineRecovery(session: session, caller: peer.caller).run()
        }
      }
      Log.notice("out of quarantine: \(outcome.value.recovered) items; \(outcome.value.kept.count) stay")
      return outcome.reply { .recovery($0) }
    case .dropQuarantined:
      guard try vault.isPresent() else { return .count(0) }
      let count = try write(until: deadline, once: identified) { (session) throws(KeychainError) in
        try session.measuring(peer.resources.memory) { () throws(KeychainError) in
          try session.connection.dropQuarantine()
        }
      }
      Log.notice("dropped from quarantine: \(count.value) items")
      return count.reply { .count($0) }
    case .erase:
      let outcome = try vault.erase(until: deadline)
      endPasscodeProofs(in: session)
      guard outcome != nil else { return .erasure(nil) }
      onCommit()
      return .committed(.erasure(outcome), isSynchronizable: false)

    case .setAside, .deleteKeychain, .keepKeychain:
      throw KeychainError(.unimplemented, "only keychaind has keychains that an administrator removes")

    case .outcome(let identifier):
      return .outcome(
        try outcome(of: IdentifiedRequest(client: session.identity, identifier: identifier), until: deadline))

    // The requests `changes` and `next` hold no resource of the keychain while they wait.
    case .changes(let cursor):
      let (changes, next) = try ForkGate.outside { () throws(KeychainError) in
        try ChangesReader(location).changes(since: cursor, until: deadline)
      }
      return .changes(changes, next)
    case .next(let handle):
      let work = try session.work(handle)
      defer { if work.isOver { session.removeWork(handle) } }
      let reply = try ForkGate.outside { () throws(KeychainError) in try work.next(until: deadline) }
      // The items of the result become those of the reply.
      if case .ended = reply, let memory = work.memory { peer.resources.memory?.takeOver(memory) }
      return reply
    case .begin(.add(let requests, let sparingPresent, let proof)):
      // The client may close the proof while the work runs, so the proof is read before the work begins.
      let known = try known(proof)
      let work = Work.add(requests, sparingPresent: sparingPresent, proof: proof)
      return .handle(try begin(work, peer, known, in: session, identified, until: deadline))
    case .begin(let work): return .handle(try begin(work, peer, nil, in: session, identified, until: deadline))
    case .write(let handle, let bytes):
      try session.work(handle).write(bytes)
      return .done
    case .cancel(let handle):
      try session.work(handle).cancel()
      return .done
    }
  }

  /// The largest size in bytes of an application password of another process.
  private static let largestPasswordByteCount = 4096

  /// Returns the proof of a client.
  ///
  /// - Throws: `.parameter` with the cause `unknownProof` when the session does not have the proof, or when the
  ///   passcode was changed or removed after the proof.
  private func proof(
    _ handle: Handle, in session: ClientSession, until deadline: Deadline
  ) throws(KeychainError) -> SessionProof {
    let proof = try session.proof(handle, generation: passcodeGeneration.load(ordering: .acquiring))
    guard let passcode = proof.passcode else { return proof }
    // After an erasure, the check makes no new keychain.
    guard try !isErased(), passcode.opens(try vault.open(until: deadline).keybag) else {
      // Another process changed the passcode or erased the keychain.
      session.removePasscodes()
      throw Handle.unknownProof
    }
    return proof
  }

  /// Ends the proofs of the passcode in all sessions. The other sessions drop the proofs at their next request for a
  /// proof.
  func endPasscodeProofs(in session: ClientSession) {
    session.removePasscodes(except: passcodeGeneration.add(1, ordering: .acquiringAndReleasing).newValue)
  }

  private func removeDeviceKeyFile(
    _ copy: DeviceKeyContent?, until deadline: Deadline
  ) throws(KeychainError) -> Bool {
    try vault.withDeviceKeyPlacement(until: deadline) { (placement, files) throws(KeychainError) in
      if let copy { return try placement.remove(try copy.key(for: placement.vaultID)) }
      guard let credential = files.credential else {
        throw KeychainError(
          .notAvailable,
          "no credential was passed, so \(files.key.path(of: StoreLocation.deviceKeyName)) is all there is; "
            + "name a copy of it. Nothing was removed.", cause: .argument)
      }
      return try placement.remove(try credential.load(for: placement.vaultID))
    }
  }
}
