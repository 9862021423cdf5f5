import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import Vault

@Suite struct KeybagFilesTests {
  private let temporary: TemporaryDirectory
  private let files: KeybagFiles
  private let deviceKey: DeviceKey

  init() throws {
    temporary = try TemporaryDirectory()
    files = KeybagFiles(in: try ProtectedDirectory.openOrCreate(temporary.path))
    let random = SystemRandom()
    deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
  }

  private func makeKeybag() throws -> Keybag {
    try Keybag.create(deviceKey: deviceKey, random: SystemRandom())
  }

  @Test func keybagComesBackFromTheFileOfItsNumber() throws {
    let (one, two) = (try makeKeybag(), try makeKeybag())
    try files.create(one, number: 1)
    try files.create(two, number: 12)
    #expect(temporary.names() == ["keybag.1", "keybag.12"])
    #expect(try files.load(1) == one)
    #expect(try files.load(12) == two)
    #expect(try files.load(2) == nil)
    #expect(try files.numbers() == [1, 12])
    #expect(try one.digest() != two.digest())
    #expect(try files.load(1)?.digest() == one.digest())
  }

  @Test func fileThatIsThereIsNotReplaced() throws {
    let keybag = try makeKeybag()
    try files.create(keybag, number: 3)
    #expect(throws: KeychainError.self) { try files.create(try makeKeybag(), number: 3) }
    #expect(try files.load(3) == keybag)
  }

  @Test func otherNamesAreNoKeybags() throws {
    for name in [
      "keybag", "keybag.", "keybag.0", "keybag.01", "keybag.+1", "keybag.1a", "keybag.-1",
      "keybag.18446744073709551616", "Keybag.1", "keybag.1.tmp-0123456789abcdef",
    ] { try temporary.write([1], to: name) }
    #expect(try files.numbers() == [])
    #expect(files.destroyOld(recorded: .max, pending: nil))
    #expect(temporary.names().count == 10)
  }

  @Test func newNumberIsAboveEveryFile() throws {
    #expect(try files.nextNumber(after: 0) == 1)
    #expect(try files.nextNumber(after: 7) == 8)
    try files.create(try makeKeybag(), number: 9)
    #expect(try files.nextNumber(after: 7) == 10)
  }

  @Test func olderKeybagsAndThePendingOneAreOverwrittenAndRemoved() throws {
    for number in [1, 2, 5, 6, 8] { try files.create(try makeKeybag(), number: UInt64(number)) }
    // The content of the removed file can still be read through the descriptor `old`.
    let before = try temporary.read("keybag.2")
    let old = open(temporary("keybag.2"), O_RDONLY)
    defer { close(old) }
    #expect(files.destroyOld(recorded: 5, pending: 6))
    // The keybag with the number 8 is kept, because it may belong to a newer database.
    #expect(temporary.names() == ["keybag.5", "keybag.8"])
    var after = [UInt8](repeating: 0, count: before.count)
    #expect(pread(old, &after, after.count, 0) == after.count)
    #expect(zip(before, after).count { $0 == $1 } < 200)
  }

  @Test func pendingKeybagThatIsRecordedStays() throws {
    for number in [5, 6] { try files.create(try makeKeybag(), number: UInt64(number)) }
    #expect(files.destroyOld(recorded: 6, pending: 6))
    #expect(temporary.names() == ["keybag.6"])
  }
}
