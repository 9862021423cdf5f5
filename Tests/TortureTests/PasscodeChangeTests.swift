import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing
import TortureScript

/// A process is killed, or its disk fails, while it sets, changes or removes a passcode: the keybag
/// is the old or the new one, whole, and opens with its own passcode only.
@Suite(.serialized, .enabled(if: Torture.has("strace"))) struct PasscodeChangeTests {
  /// A call to the kernel, and how often a change makes it.
  private static let calls: [(name: String, count: Int)] = [
    ("fchmod", 1), ("pwrite64", 2), ("fsync", 3), ("rename", 1), ("renameat", 1),
    ("renameat2", 1), ("write", 1),
  ]

  @Test(arguments: PasscodeChange.allCases)
  func killedAtEachStep(_ change: PasscodeChange) throws {
    var outcomes: Set<UInt64> = []
    for (name, count) in Self.calls {
      for number in 1...count {
        let fault = "inject=\(name):signal=KILL:when=\(number)"
        outcomes.insert(try outcome(of: change, fault).generations)
      }
    }
    // Both ends of the story were seen: killed before the new keybag had its name, and after.
    #expect(outcomes == [0, 1])
  }

  @Test(arguments: PasscodeChange.allCases, ["ENOSPC", "EIO"])
  func failedAtEachStep(_ change: PasscodeChange, _ error: String) throws {
    for (name, count) in Self.calls where name != "write" {
      for number in 1...count {
        let fault = "inject=\(name):error=\(error):when=\(number)"
        let (generations, isDone) = try outcome(of: change, fault)
        // No success without effect.
        if isDone { #expect(generations == 1, "\(fault)") }
      }
    }
  }

  /// A replaced keybag is erased; whoever had it open just then reads the one in its place.
  @Test func slowReaderMeetsNoErasedKeybag() throws {
    let folder = try TemporaryDirectory()
    let (file, deviceKey, first) = try makeKeybag(folder)
    try file.create(first)
    let child = try Child(words: [
      "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=pread64", "-e",
      "inject=pread64:delay_enter=300000", Child.program, "passcode", folder.path, "-1",
    ])
    var keybag = first
    for _ in 0..<60 {
      keybag = try keybag.rotatingKey(
        for: .always, deviceKey: deviceKey, random: SystemRandom())
      try file.replace(keybag)
      usleep(50_000)
    }
    let generation = try #require(child.line().flatMap { UInt64($0) })
    #expect(generation > first.generation)
    #expect(child.wait() == 0)
  }

  private func makeKeybag(
    _ folder: TemporaryDirectory
  ) throws -> (KeybagFile, DeviceKey, Keybag) {
    let directory = try ProtectedDirectory.openOrCreate(folder.path)
    let deviceKey = try DeviceKey(
      storeID: SystemRandom().makeIdentifier(), random: SystemRandom())
    try DeviceKeyFile(in: directory).create(deviceKey)
    let keybag = try Keybag.create(deviceKey: deviceKey, random: SystemRandom())
    return (KeybagFile(in: directory), deviceKey, keybag)
  }

  /// Runs a change with a fault in a folder of its own and checks what it leaves: the number of
  /// generations that the keybag has come forward, and whether the process said that it was done.
  private func outcome(
    of change: PasscodeChange, _ fault: String
  ) throws -> (generations: UInt64, isDone: Bool) {
    let folder = try TemporaryDirectory()
    let (file, deviceKey, first) = try makeKeybag(folder)
    var keybag = first
    for earlier in PasscodeChange.allCases where earlier.rawValue < change.rawValue {
      keybag = try earlier.apply(to: keybag, deviceKey)
    }
    try file.create(keybag)

    let name = fault.dropFirst("inject=".count).prefix { $0 != ":" }
    let child = try Child(words: [
      "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(name)", "-e", fault,
      Child.program, "passcode", folder.path, "\(change.rawValue)",
    ])
    let isDone = child.line() == "done"
    child.wait()

    let found = try #require(try file.load())
    #expect(try !file.hasDamagedCopy(), "\(fault)")
    let generations = found.generation - keybag.generation
    #expect(generations == 0 ? found == keybag : generations == 1, "\(fault)")
    let (before, after) = change.passcodes
    try check(found, deviceKey, generations == 0 ? before : after, fault)
    return (generations, isDone)
  }

  private func check(
    _ keybag: Keybag, _ deviceKey: DeviceKey, _ passcode: String?, _ fault: String
  ) throws {
    #expect(keybag.hasPasscode == (passcode != nil), "\(fault)")
    for text in ["one", "two"] {
      let key = try? keybag.passcodeKey(PasscodeChange.passcode(text), deviceKey: deviceKey)
      #expect((key != nil) == (text == passcode), "\(fault)")
      guard let key else { continue }
      let ring = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: key)
      #expect(ring.openClasses.count == Accessibility.allCases.count, "\(fault)")
    }
  }
}
