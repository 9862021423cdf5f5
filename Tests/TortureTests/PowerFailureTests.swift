import TestSupport
import Testing
import TortureScript

/// The machine fails in the middle of a call, and after it: of the changes that the disk was not waited for,
/// it may lose any.
///
/// A sample of the moments; in the long form all of them.
@Suite(.serialized) struct PowerFailureTests {
  private static let calls = FaultedCall.allCases.filter { $0 != .open }

  /// What a disk may hold at some moment.
  private struct Leftover: Hashable {
    let files: [String: [UInt8]]
    /// Whether the call had ended.
    let isAfter: Bool
  }

  @Test(arguments: calls, [false, true])
  func callIsMadeOrIsNot(_ call: FaultedCall, hasKeyFolder: Bool) throws {
    let store = try FaultedStore(call, hasKeyFolder: hasKeyFolder)
    let folder = try store.copy()
    var disk = try SimulatedDisk(folder)
    let whole = try FaultedRun(store, in: folder, number: -1)
    #expect(whole.status == 0, "\(whole.reason)")
    let calls = try RecordedCall.parse(folder.read("calls"))
    #expect(calls.count > 3)

    var leftovers: [(Leftover, String)] = []
    var seen: Set<Leftover> = []
    func note(_ number: Int) {
      for loss in SimulatedDisk.Loss.allCases {
        var files = disk.after(loss)
        // The index of the log is memory that processes share.
        files["data/keychain.db-shm"] = nil
        let leftover = Leftover(files: files, isAfter: number == calls.count)
        guard seen.insert(leftover).inserted else { continue }
        leftovers.append((leftover, "\(loss) lost after \(number) of \(calls.count)"))
      }
    }
    for (number, call) in calls.enumerated() {
      note(number)
      disk.perform(call)
    }
    // Else something changes files that is not written down.
    try expectSame(disk.present, FaultedStore.read(folder))
    note(calls.count)

    let step = Torture.isLong ? 1 : max(1, leftovers.count / 10)
    for (index, (leftover, moment)) in leftovers.enumerated()
    where leftover.isAfter || index % step == (hasKeyFolder ? step / 2 : 0) {
      let run = FaultedRun(
        store, leaving: try FaultedStore.folder(with: leftover.files),
        of: leftover.isAfter ? whole : nil)
      if let problem = try run.problem() { Issue.record("\(moment): \(problem)") }
    }
  }

  /// Without a wait, what a call answered would not last: the test above would see it.
  @Test(arguments: calls, [false, true])
  func callThatWaitsForNothingDoesNotLast(_ call: FaultedCall, waitsForFiles: Bool) throws {
    let store = try FaultedStore(call, hasKeyFolder: true)
    let folder = try store.copy()
    var disk = try SimulatedDisk(folder)
    let whole = try FaultedRun(store, in: folder, number: -1)
    for call in try RecordedCall.parse(folder.read("calls")) {
      switch call {
      case .synchronizeFolder: continue
      case .synchronize where !waitsForFiles: continue
      default: disk.perform(call)
      }
    }
    // Files that were there before are known by their names.
    guard !waitsForFiles || Self.makeFiles.contains(call) else { return }
    let left = try FaultedStore.folder(with: disk.after(.everything))
    let problem: String?
    do {
      problem = try FaultedRun(store, leaving: left, of: whole).problem()
    } catch {
      problem = "\(error)"
    }
    #expect(problem != nil)
  }

  /// The calls whose effect is a new name, or a name that is gone.
  private static let makeFiles: Set<FaultedCall> = [
    .create, .setPasscode, .changePasscode, .removePasscode, .changeDeviceKey,
    .changeDeviceKeyWithPasscode, .rotateKeys, .rotateKeysWithPasscode, .exportBackup,
    .exportBackupOver, .exportDeviceKey, .importDeviceKey, .removeDeviceKey,
  ]

  private func expectSame(_ left: [String: [UInt8]], _ right: [String: [UInt8]]) {
    // What processes share as memory is written without a call.
    let shared: Set = ["data/keychain.db-shm", "data/state"]
    let names = Set(left.keys).union(right.keys).subtracting(shared)
    for name in names.sorted() {
      #expect(left[name] == right[name], "\(name): \(left[name]?.count ?? -1)")
    }
  }
}
