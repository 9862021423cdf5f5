import Glibc
import KeychainModel
import TestSupport
import Testing
import TortureScript

/// Locking and unlocking with several processes and the kernel's keyring.
@Suite struct LockingTests {
  private let store: Store
  private let secrets: TemporaryDirectory

  init() throws {
    store = try Store()
    secrets = try TemporaryDirectory()
    try secrets.write(Array("one".utf8), to: "one")
    try secrets.write(Array("two".utf8), to: "two")
  }

  private func child() throws -> Child { try Child("commands", store.folder.path) }

  private let locked: Int32 = -25308

  /// Erases the store, which also revokes the tickets in the kernel's keyring.
  private func finish(_ child: Child) { #expect(child.ask("erase") == Simple.Answer(0)) }

  @Test func oneProcessLocksAndUnlocksAnother() throws {
    let (one, two) = (try child(), try child())
    #expect(one.ask("add item 40").status == 0)
    #expect(two.ask("find item").status == 0)
    #expect(one.ask("set-passcode \(secrets("one"))") == Simple.Answer(0, "shared"))
    #expect(two.ask("find item").status == 0)
    let later = try child()
    #expect(later.ask("find item").status == 0)

    #expect(two.ask("lock").status == 0)
    for process in [one, two, later, try child()] {
      #expect(process.ask("find item").status == locked)
      #expect(process.ask("add other 40").status == locked)
      #expect(process.ask("lock-state").text == "locked")
    }
    #expect(one.ask("unlock \(secrets("two"))").status == -25293)
    #expect(one.ask("find item").status == locked)
    #expect(one.ask("unlock \(secrets("one"))") == Simple.Answer(0, "shared"))
    for process in [one, two, later, try child()] { #expect(process.ask("find item").status == 0) }
    finish(two)
  }

  @Test func keysVanishAfterTheirTime() throws {
    let (one, two) = (try child(), try child())
    #expect(one.ask("add item 40").status == 0)
    #expect(one.ask("set-passcode \(secrets("one"))").status == 0)
    #expect(one.ask("timeout 1").status == 0)
    #expect(two.ask("lock-state").status == 0)
    usleep(1_200_000)
    for process in [one, two, try child()] { #expect(process.ask("find item").status == locked) }
    #expect(try child().ask("lock-state").text == "locked")
    finish(two)
  }

  @Test func whereTheKernelRefusesEachProcessUnlocksForItself() throws {
    let (one, two) = (try child(), try child())
    for process in [one, two] { #expect(process.ask("no-keyrings") == Simple.Answer(0)) }
    #expect(one.ask("add item 40").status == 0)
    #expect(one.ask("set-passcode \(secrets("one"))") == Simple.Answer(0, "alone"))
    #expect(one.ask("find item").status == 0)
    #expect(two.ask("find item").status == locked)
    #expect(two.ask("lock-state").text == "beforeFirstUnlock")
    #expect(two.ask("unlock \(secrets("one"))") == Simple.Answer(0, "alone"))
    #expect(two.ask("find item").status == 0)
    // The processes do not share keys through the keyring, but a lock command still locks the keychain for both
    // processes.
    #expect(one.ask("lock").status == 0)
    for process in [one, two] { #expect(process.ask("find item").status == locked) }
    finish(one)
  }

  @Test func passcodeChangesUnderProcessesAtWork() throws {
    let (one, two) = (try child(), try child())
    #expect(two.ask("add item 40").status == 0)
    for round in 0..<3 {
      #expect(one.ask("set-passcode \(secrets("one"))").status == 0, "\(round)")
      #expect(two.ask("find item").status == 0)
      #expect(two.ask("update item 50").status == 0)
      #expect(one.ask("remove-passcode \(secrets("one"))").status == 0)
      #expect(two.ask("find item").status == 0)
      #expect(two.ask("verify").status == 0)
    }
    finish(one)
  }
}
