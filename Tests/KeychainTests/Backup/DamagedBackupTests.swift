import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// Tests that a damaged backup changes nothing.
@Suite struct DamagedBackupTests {
  private let device: BackupDevice
  private let other: BackupDevice
  private let folder: TemporaryDirectory

  init() throws {
    device = try BackupDevice()
    other = try BackupDevice()
    folder = try TemporaryDirectory()
    try device.add("one", secret: [1, 2, 3])
    try device.add("two", AttributeSet([.accessible: .string("aku")]), secret: [4])
    try other.add("there")
  }

  private func status(_ backup: [UInt8], on device: BackupDevice, _ passphrase: String? = "p")
    throws -> Int32
  {
    try folder.write(backup, to: "backup")
    do {
      try device.restore(from: folder, passphrase)
      return 0
    } catch let error as KeychainError {
      return error.code.rawValue
    }
  }

  @Test(arguments: ["p", nil])
  func everyFlippedByteIsNoticed(_ passphrase: String?) throws {
    try device.export(to: folder, passphrase)
    let backup = try folder.read("backup")
    // The test restores on the same device, because any other device cannot open all parts of the backup.
    for name in ["one", "two"] { try device.delete(name) }
    for index in backup.indices {
      var damaged = backup
      damaged[index] ^= 1 << UInt8(index % 8)
      let status = try status(damaged, on: device, passphrase)
      #expect(status == (index == 8 ? -25291 : -26275), "byte \(index)")
    }
    #expect(try device.services() == [])
    #expect(try status(backup, on: device, passphrase) == 0)
    #expect(try device.services() == ["one", "two"])
  }

  @Test func everyTruncationAndAdditionIsNoticed() throws {
    try device.export(to: folder, "p")
    let backup = try folder.read("backup")
    for count in backup.indices {
      #expect(try status(Array(backup.prefix(count)), on: other) == -26275, "\(count) bytes")
    }
    #expect(try status(backup + [0], on: other) == -26275)
    #expect(try status(backup + backup, on: other) == -26275)
    #expect(try other.services() == ["there"])
  }

  /// A record that no keychain can have is refused before its memory is allocated.
  @Test func recordsThatAreTooLargeAreRefused() throws {
    try device.add("large", secret: [UInt8](repeating: 1, count: 100_000))
    try device.export(to: folder, "p")
    let file = try InputFile(Array(folder("backup").utf8), noun: "the backup")
    let header = try BackupReader.header(of: file)
    func check(_ largestRecordByteCount: Int?) throws -> RestoreOutcome {
      let reader = try BackupReader(file, header, try header.streamKey(try passcode("p"), nil, for: nil))
      #expect(reader.largestRecordByteCount > Limits.secretByteCount)
      if let largestRecordByteCount { reader.largestRecordByteCount = largestRecordByteCount }
      return try reader.check(nil)
    }
    #expect(try check(nil).added > 0)
    #expect(throws: KeychainError.self) { _ = try check(99_000) }
  }

  @Test func chunksAreNeitherMovedNorMixed() throws {
    try device.add("large", secret: (0..<400_000).map { UInt8(truncatingIfNeeded: $0) })
    try device.export(to: folder, "p")
    let first = try folder.read("backup")
    try device.export(to: folder, "p", replaces: true)
    let second = try folder.read("backup")
    #expect(first.count == second.count)
    let size = 65_536 + 16
    func chunk(_ index: Int) -> Range<Int> {
      208 + index * size..<min(208 + (index + 1) * size, first.count)
    }
    var exchanged = first
    exchanged.replaceSubrange(chunk(1), with: first[chunk(2)])
    exchanged.replaceSubrange(chunk(2), with: first[chunk(1)])
    var mixed = first
    mixed.replaceSubrange(chunk(1), with: second[chunk(1)])
    var dropped = first
    dropped.removeSubrange(chunk(3))
    let shortened = Array(first.prefix(chunk(2).upperBound))
    let foreignHeader = Array(second.prefix(208) + first.dropFirst(208))
    for damaged in [exchanged, mixed, dropped, shortened, foreignHeader] {
      #expect(try status(damaged, on: other) == -26275)
    }
    #expect(try other.services() == ["there"])
    #expect(try status(first, on: other) == 0)
    #expect(try other.services() == ["there", "one", "large"])
  }

  @Test func otherFilesAreNone() throws {
    for content in [[], [1], Array("LKBACKUP".utf8), [UInt8](repeating: 0, count: 1000)] {
      #expect(try status(content, on: other) == -26275)
    }
    #expect(throws: KeychainError.self) {
      try other.keychain.importBackup(
        from: Array(folder.path.utf8), passphrase: nil, isDryRun: false)
    }
    #expect(throws: KeychainError.self) {
      try other.keychain.importBackup(
        from: Array(folder("none").utf8), passphrase: nil, isDryRun: false)
    }
  }
}
