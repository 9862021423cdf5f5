import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing
import TortureScript
import Vault

/// Makes keychain calls during which one system call fails or kills the process. The system calls are those that change
/// files, names or keyrings.
///
/// Afterwards, the keychain call must be either complete or without effect. Its status must be right, and no other item
/// may be lost.
///
/// The short form tests a sample of the system calls. The long form tests all of them.
@Suite(.serialized) struct SystemCallFaultTests {
  private static let calls = FaultedCall.allCases.filter { $0 != .open }

  private enum Fault: CaseIterable {
    case kill, inputOutput, noSpace

    var error: Int32 {
      switch self {
      case .kill: 0
      case .inputOutput: EIO
      case .noSpace: ENOSPC
      }
    }
  }

  /// Returns the numbers of the system calls to test. Calls with several offsets give other numbers.
  ///
  /// - Parameters:
  ///   - short: The largest number of results in the short form of the tests.
  ///   - long: The largest number of results in the long form.
  private func places(_ count: Int, short: Int, long: Int = .max, offset: Int) -> [Int] {
    let limit = Torture.isLong ? long : short
    guard count > limit else { return Array(1...max(1, count)) }
    let step = max(1, count / limit)
    return (0..<limit).map { 1 + ($0 * count / limit + offset * step / 6) % count }
  }

  @Test(arguments: calls, [false, true])
  func callIsMadeOrIsNot(_ call: FaultedCall, hasKeyFolder: Bool) throws {
    let store = try FaultedStore(call, hasKeyFolder: hasKeyFolder)
    let whole = try FaultedRun(store, in: store.copy())
    #expect(whole.status == 0, "\(whole.reason)")
    #expect(try whole.problem() == nil)
    #expect(whole.count > 6)
    for (index, fault) in Fault.allCases.enumerated() {
      for number in places(whole.count, short: 5, offset: index + (hasKeyFolder ? 3 : 0)) {
        let run = try FaultedRun(store, in: store.copy(), number: number, error: fault.error)
        #expect(run.wasHit, "\(number) of \(whole.count)")
        #expect((run.status == nil) == (fault == .kill))
        let problem = try run.problem()
        #expect(problem == nil, "\(fault) at \(number) of \(whole.count): \(run.reason)")
      }
    }
  }

  /// A system call fails, the keychain call reports the error, and the process is killed before it closes the keychain.
  /// The log may then contain the complete frames of a transaction that failed. No later process may carry out this
  /// transaction.
  @Test(arguments: Torture.isLong ? [FaultedCall.create, .add, .importBackup] : [.add])
  func callThatFailedIsNotMadeByALaterProcess(_ call: FaultedCall) throws {
    let store = try FaultedStore(call, hasKeyFolder: false)
    let whole = try FaultedRun(store, in: store.copy(), dies: true)
    #expect(whole.status == 0, "\(whole.reason)")
    #expect(try whole.problem() == nil)
    for number in 1...whole.count {
      let run = try FaultedRun(store, in: store.copy(), number: number, error: EIO, dies: true)
      let problem = try run.problem()
      #expect(problem == nil, "\(number) of \(whole.count): \(run.status ?? 0) \(run.reason)")
    }
  }

  /// Some file systems cannot synchronize a folder, and fsync(2) reports EINVAL. An export to such a file system must
  /// succeed.
  @Test(arguments: [
    FaultedCall.exportBackup, .exportBackupOver, .exportDeviceKey, .removeDeviceKey,
  ])
  func folderThatCannotBeSynchronizedIsNoObstacle(_ call: FaultedCall) throws {
    let store = try FaultedStore(call, hasKeyFolder: true)
    let failing = try FaultedRun(store, in: store.copy(), error: -EIO)
    #expect(failing.status != 0)
    if call != .exportBackupOver { #expect(try failing.problem() == nil, "\(failing.reason)") }
    // In this run, only fsync(2) of the folder `out` fails, with EINVAL. No system call has the number `.max`, so no
    // call fails with EIO. fsync(2) of the keychain's own folders succeeds.
    let run = try FaultedRun(store, in: store.copy(), number: .max, error: -EIO)
    #expect(run.status == 0, "\(run.reason)")
    #expect(try run.problem() == nil)
  }

  /// The folder with the copy of the device key cannot be synchronized on its own. The name of the copy is durable only
  /// after the whole file system was synchronized. The original device key file must not be removed earlier.
  @Test func fileIsRemovedForACopyOnlyOnceItsFileSystemIsOnTheDisk() throws {
    let store = try FaultedStore(.removeDeviceKey, hasKeyFolder: true)
    let count = try FaultedRun(store, in: store.copy(), number: .max, error: -EIO).count
    var reasons: Set<String> = []
    for number in 1...count {
      let run = try FaultedRun(store, in: store.copy(), number: number, error: -EIO)
      #expect(try run.problem() == nil, "\(number) of \(count): \(run.reason)")
      guard run.reason.contains("file system of the copy") else { continue }
      reasons.insert(run.reason)
      #expect(run.status != 0)
      #expect(try run.folder.read("key/device.key") == store.original("key/device.key"))
    }
    #expect(reasons.count == 1)
  }

  /// A rotation must not seal rows with new keys before the keys are durable. Otherwise a power failure could lose the
  /// keys. The rows could then never be opened.
  @Test(arguments: [FaultedCall.rotateKeys, .rotateKeysWithPasscode])
  func rotationSealsNothingUnderKeysThatAreNotOnTheDisk(_ call: FaultedCall) throws {
    let store = try FaultedStore(call, hasKeyFolder: false)
    let before = try store.copy()
    let location = FaultedCall.Place(before.path).location(hasKeyFolder: false)
    let keybag = try #require(try location.keybag())
    let run = try FaultedRun(store, in: before, error: -EIO)
    #expect(run.status != 0)
    #expect(try location.keybag() == keybag)
    #expect(try run.problemWithItems(FaultedStore.items, call.passcodes.before) == nil)
  }

  /// A change of the device key is killed. Then the process that completes the change is killed, or a system call of
  /// this process fails.
  @Test(arguments: [FaultedCall.changeDeviceKey, .changeDeviceKeyWithPasscode], [false, true])
  func finishingIsFinished(_ call: FaultedCall, hasKeyFolder: Bool) throws {
    let store = try FaultedStore(call, hasKeyFolder: hasKeyFolder)
    let count = try FaultedRun(store, in: store.copy()).count
    var finished = 0
    for number in 1...count {
      let first = try FaultedRun(store, in: store.copy(), number: number)
      // Tests only the kills after which the next opening must complete the change.
      let location = FaultedCall.Place(first.folder.path).location(hasKeyFolder: hasKeyFolder)
      guard try location.state()?.pending != nil else { continue }
      finished += 1
      guard Torture.isLong || finished % 4 == (hasKeyFolder ? 1 : 3) else { continue }
      let files = try FaultedStore.read(first.folder)
      let whole = try FaultedRun(store, .open, in: FaultedStore.folder(with: files))
      #expect(
        try whole.problemWithItems(FaultedStore.items, call.passcodes.before) == nil, "\(number)")
      for fault in Fault.allCases {
        for place in places(whole.count, short: 3, long: 12, offset: number) {
          let run = try FaultedRun(
            store, .open, in: FaultedStore.folder(with: files), number: place, error: fault.error)
          #expect(
            try run.problemWithItems(FaultedStore.items, call.passcodes.before) == nil,
            "\(number) of \(count), then \(fault) at \(place) of \(whole.count)")
        }
      }
    }
    #expect(finished > 5)
  }
}
