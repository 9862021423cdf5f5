import TestSupport
import Testing

/// Programs in C and C++, compiled as those of somebody else, each with a keychain of its own.
@Suite struct ProgramTests {
  @Test(arguments: [
    "items.c", "arguments.c", "objects.c", "keys.c", "older.c", "processes.c", "items.cpp",
  ])
  func programFindsNothingWrong(_ program: String) throws {
    let outcome = try Workshop().run(program)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
    #expect(outcome.errors == "")
  }

  @Test func dictionariesOfAnythingGetAStatus() throws {
    let outcome = try Workshop().run("random.c", LongRuns.isOn ? "20000" : "1000")
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }

  @Test func keychainWithAPasswordIsLockedAndUnlocked() throws {
    let workshop = try Workshop()
    let outcome = try workshop.shell(
      """
      $CC "$PROGRAMS/locking.c" $LIBS -o "$WORK/locking"
      "$WORK/locking" || echo failed
      # Nor does the kernel keep a key of it.
      "$PRODUCTS/security" erase-keychain --yes >/dev/null
      """)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }

  @Test func memoryStaysFlat() throws {
    let outcome = try Workshop().run("cycles.c", LongRuns.isOn ? "20000" : "1000")
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }
}
