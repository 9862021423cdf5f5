import CSecurity
import Dispatch
import Foundation
import Glibc
import Keychain
import KeychainModel
import LatchkeyAdministration
import Security

/// The callbacks of the program. The callbacks run one after another on a private queue, outside of the fork gate
/// (docs/architecture.md, Forking). No lock is held while a callback runs. A `CommitWatcher` learns from the kernel
/// that the header file of the keychain was written. It also checks the file once every two seconds.
enum KeychainCallbacks {
  private struct State: Sendable {
    var registrations: [CallbackRegistration] = []
    var lastNumber: UInt64 = 0
    var watch: Watch?
    var snapshot = ItemSnapshot()
    /// The processes that have changed the keychain since the last comparison of snapshots.
    var writers: Set<Int32> = []
  }

  /// A watcher, and the process that started it. A forked child inherits this object, but the watcher's dispatch queue
  /// does not run in the child.
  private struct Watch: Sendable {
    let watcher: CommitWatcher
    let process = getpid()

    func stop() { if process == getpid() { watcher.stop() } }
  }

  private static let state = ForkSafeMutex(State())
  private static let queue = DispatchQueue(label: "latchkey.callbacks")

  /// Adds a callback. The first callback creates the keychain if it does not exist, and starts the watcher.
  ///
  /// - Throws: The error that prevents opening or watching the keychain. `.notAvailable` in a forked child, if the
  ///   parent process had callbacks at the fork.
  static func add(_ registration: CallbackRegistration) throws(KeychainError) -> OSStatus {
    let address = CallbackRegistration.address(registration.function)
    let (isKnown, watching) = state.withLock { state in
      (
        state.registrations.contains { CallbackRegistration.address($0.function) == address },
        state.watch?.process
      )
    }
    if let watching, watching != getpid() {
      throw KeychainError(.notAvailable, "a child of a process with callbacks has none")
    }
    if isKnown { return errSecDuplicateCallback }
    var started: (watch: Watch, snapshot: ItemSnapshot)?
    if watching == nil {
      let keychain = try KeychainContext.resolve().keychain
      if try !keychain.isPresent() { try keychain.open() }
      // The watcher is made before the snapshot: a change after this line is reported when the watcher starts.
      let watcher = try CommitWatcher(keychain)
      started = (Watch(watcher: watcher), ItemSnapshot.make())
    }
    let outcome: (status: OSStatus, watch: Watch?) = state.withLock { state in
      guard
        !state.registrations.contains(where: {
          CallbackRegistration.address($0.function) == address
        })
      else { return (errSecDuplicateCallback, nil) }
      state.lastNumber += 1
      var registration = registration
      registration.number = state.lastNumber
      state.registrations.append(registration)
      guard let started, state.watch == nil else { return (errSecSuccess, nil) }
      state.watch = started.watch
      state.snapshot = started.snapshot
      return (errSecSuccess, started.watch)
    }
    outcome.watch?.watcher.start { commit in changed(by: commit.process) }
    return outcome.status
  }

  /// Removes a callback. Removing the last callback stops the watcher of the keychain.
  static func remove(_ function: CCallback) -> OSStatus {
    let address = CallbackRegistration.address(function)
    let (isKnown, ended): (Bool, Watch?) = state.withLock { state in
      let count = state.registrations.count
      state.registrations.removeAll { CallbackRegistration.address($0.function) == address }
      guard state.registrations.count < count else { return (false, nil) }
      guard state.registrations.isEmpty else { return (true, nil) }
      // A forked child keeps `watch`, because `watch` records that the parent had callbacks.
      guard state.watch?.process == getpid() else { return (true, nil) }
      defer {
        state.watch = nil
        state.snapshot = ItemSnapshot()
      }
      return (true, state.watch)
    }
    ended?.stop()
    return isKnown ? errSecSuccess : errSecInvalidCallback
  }

  /// Reports an event that this process has caused and that concerns the whole keychain.
  static func post(_ event: KeychainEvent) {
    let process = getpid()
    guard state.withLock({ $0.watch?.process == process }) else { return }
    queue.async { call(event, item: nil, process: process) }
  }

  /// Reports an event if `status` is success. Returns `status`.
  static func posting(_ event: KeychainEvent, _ status: OSStatus) -> OSStatus {
    if status == errSecSuccess { post(event) }
    return status
  }

  /// Schedules a comparison of snapshots. One comparison covers all commits that arrive before the comparison runs.
  private static func changed(by process: Int32) {
    let isFirst = CCall.run {
      state.withLock { state in
        state.writers.insert(process)
        return state.writers.count == 1
      }
    }
    if isFirst { queue.async { look() } }
  }

  private static func look() {
    let (changes, process): ([ItemSnapshot.Change], Int32) = CCall.run {
      let (writers, earlier, watcher) = state.withLock { state in
        defer { state.writers = [] }
        return (state.writers, state.snapshot, state.watch?.watcher)
      }
      var now = ItemSnapshot.make()
      let changes = now.changes(since: earlier)
      state.withLock { state in
        if let watcher, state.watch?.watcher === watcher { state.snapshot = now }
      }
      return (changes, writers.count == 1 ? writers.first ?? 0 : 0)
    }
    for change in changes {
      let item = CCall.run { box(of: change) }
      call(change.event, item: item, process: process)
      lk_release(item)
    }
  }

  /// Returns the item of a change, in a box that the caller must release. Returns nil for a deleted certificate or key,
  /// and if reading the item would ask the user a question.
  private static func box(of change: ItemSnapshot.Change) -> UnsafeRawPointer? {
    if let reference = change.reference { return Box.make(reference) }
    let query = NSMutableDictionary()
    query[kSecValuePersistentRef] = change.persistentReference
    query[kSecReturnRef] = kCFBooleanTrue
    query[kSecUseAuthenticationUI] = kSecUseAuthenticationUIFail
    var found: CFTypeRef?
    return SecItemCopyMatching(query, &found) == errSecSuccess ? CFOutput.object(found) : nil
  }

  private static func call(_ event: KeychainEvent, item: UnsafeRawPointer?, process: Int32) {
    let registrations = CCall.run { state.withLock { $0.registrations } }
      .filter { $0.mask & event.mask != 0 }
    guard !registrations.isEmpty else { return }
    let keychain = CCall.run { Box.make(SecKeychain.login) }
    for registration in registrations {
      // While another callback ran, the program may have removed this callback and freed its context.
      let isThere = CCall.run {
        state.withLock { $0.registrations.contains { $0.number == registration.number } }
      }
      guard isThere else { continue }
      var info = CCallbackInfo(version: 1, item: item, keychain: keychain, process: process)
      _ = registration.function(event.rawValue, &info, registration.context)
    }
    lk_release(keychain)
  }
}
