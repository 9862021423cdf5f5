import Glibc
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// The seeds of the fuzzer `fuzz-copies`. A seed that cannot be read tests only the first bytes of the reader.
///
/// After a change of the format of copies, run this test once with the environment variable `LATCHKEY_WRITE_SEEDS`.
@Suite struct CopySeedTests {
  private static let folder = "Fuzz/Seeds/fuzz-copies"

  /// The first byte of a seed.
  private static let (copy, frames, reply): (UInt8, UInt8, UInt8) = (0, 1, 2)

  private static func write(_ seed: [UInt8], _ name: String) throws {
    let folder = SourceTree.path(folder)
    if mkdir(folder, 0o755) != 0, errno != EEXIST { Issue.record("there is no folder for the seeds") }
    try TemporaryDirectory.writeFile(seed, to: "\(folder)/\(name)", mode: 0o644)
  }

  /// A copy of a keychain with two items and a row in quarantine.
  private func madeCopy() throws -> [UInt8] {
    let machine = try TestMachine()
    let own = TestKeychain(machine.process(), in: machine.folder)
    try own.add(.generic("a"))
    try own.add(.generic("b"))
    try own.add(.internet("a.example.org"))
    try machine.process().quarantine(number: 1, of: .genericPassword)
    return try machine.process().withCopy { (_, _) in
    } _: { (copy, _, _) throws(KeychainError) in
      try copy.bytes(from: 0, atMost: copy.byteCount)
    }
  }

  /// The frames of a copy as `fuzz-copies` reads them: the content of the head, then the kind and the content of each frame.
  /// Two bytes before each content have its length.
  private func frames(_ copy: [UInt8]) -> [UInt8] {
    var seed: [UInt8] = []
    for (kind, content) in CopyFrames(copy).frames where kind != 0 {
      // The fuzzer knows rows as 0, chunks as 1 and rows in quarantine as 2.
      if kind != 1 { seed.append(kind - 2) }
      seed += [UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
    return seed
  }

  @Test func seedsAreCopies() throws {
    if getenv("LATCHKEY_WRITE_SEEDS") != nil {
      let made = try madeCopy()
      try Self.write([Self.copy] + made, "copy")
      try Self.write([Self.frames] + frames(made), "frames")
      let (first, second) = ([UInt8](repeating: 7, count: 40), [UInt8](repeating: 8, count: 24))
      try Self.write([Self.reply, 4, 0, 40] + first + [0, 24] + second, "reply")
    }
    let seed = try SourceTree.bytes("\(Self.folder)/copy")
    let file = try SpooledFile(in: nil, noun: "a copy")
    try file.append(Array(seed.dropFirst()))
    let reader = try VaultCopyReader(try file.file())
    try reader.check()
    #expect(reader.counts.rows.total == 2 && reader.counts.quarantined == 1)
    #expect(try SourceTree.bytes("\(Self.folder)/frames").dropFirst() == frames(Array(seed.dropFirst()))[...])
    // The fuzzer keeps inputs up to this length.
    #expect(seed.count <= 4096)
  }
}
