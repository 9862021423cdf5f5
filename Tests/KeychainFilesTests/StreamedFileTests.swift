import Glibc
import TestSupport
import Testing

@testable import KeychainFiles
@testable import KeychainModel

/// Files for exports. An exported file gets its name only when its content is complete.
@Suite struct StreamedFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let content = [UInt8](repeating: 0x61, count: 200_000)

  private func file(
    _ name: [UInt8] = Array("out".utf8), replaces: Bool = false, mayBeNameless: Bool = true,
    rights: UInt32 = 0o600
  ) throws -> StreamedFile {
    try StreamedFile(
      Array("\(folder.path)/".utf8) + name, noun: "the file", replaces: replaces,
      mayBeNameless: mayBeNameless, rights: rights)
  }

  private func write(_ file: StreamedFile) throws {
    try Self.content.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try file.append(UnsafeRawBufferPointer(bytes))
    }
  }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? KeychainError)?.code
    }
  }

  @Test func killedWriterLeavesNothing() throws {
    let file = try file()
    try write(file)
    // If the process were killed now, the folder would be empty.
    #expect(folder.names().isEmpty)
    try file.finish()
    #expect(folder.names() == ["out"])
    #expect(try folder.read("out") == Self.content)
    #expect(try FileStatus.of(path: folder("out")).map { $0.mode & 0o7777 } == 0o600)
    #expect(file.isPrivate)
  }

  @Test(arguments: [true, false]) func whatIsThereStays(mayBeNameless: Bool) throws {
    try folder.write([1], to: "out")
    #expect(code { _ = try file() } == .notAvailable)
    unlink(folder("out"))
    let late = try file(mayBeNameless: mayBeNameless)
    try write(late)
    try folder.write([1], to: "out")
    #expect(code { try late.finish() } == .notAvailable)
    #expect(try folder.read("out") == [1])
  }

  @Test(arguments: [true, false]) func ordinaryFileIsReplacedOnceItIsComplete(
    mayBeNameless: Bool
  ) throws {
    try folder.write([1], to: "out")
    let file = try file(replaces: true, mayBeNameless: mayBeNameless)
    try write(file)
    #expect(try folder.read("out") == [1])
    try file.finish()
    #expect(folder.names() == ["out"])
    #expect(try folder.read("out") == Self.content)
  }

  @Test(arguments: [true, false]) func nameNeedNotBeUTF8(mayBeNameless: Bool) throws {
    let name: [UInt8] = [0x6B, 0xFF, 0xC3]
    let file = try file(name, mayBeNameless: mayBeNameless)
    try file.finish()
    let path = (Array("\(folder.path)/".utf8) + name).map(CChar.init(bitPattern:)) + [0]
    #expect(access(path, F_OK) == 0)
    #expect(unlink(path) == 0)
    #expect(folder.names().isEmpty)
  }

  @Test(arguments: [true, false]) func longestNamesWillDo(mayBeNameless: Bool) throws {
    let name = [UInt8](repeating: 0x6E, count: 255)
    for _ in 0..<2 { try file(name, replaces: true, mayBeNameless: mayBeNameless).finish() }
    #expect(folder.names() == [String(decoding: name, as: UTF8.self)])
  }

  @Test func fileThatOthersMayReadIsToldOf() throws {
    #expect(try !file(rights: 0o644).isPrivate)
    #expect(try !file(mayBeNameless: false, rights: 0o755).isPrivate)
    #expect(try file(rights: 0o700).isPrivate)
  }

  @Test func whatNamesNoFileIsRefused() throws {
    for name in ["", "a/", "a\0b"] {
      #expect(code { _ = try file(Array(name.utf8)) } == .parameter)
    }
    #expect(
      code { _ = try file(Array("no/out".utf8)) } == .notAvailable)
    for name in [".", "..", "folder"] {
      mkdir(folder("folder"), 0o700)
      #expect(
        code { _ = try file(Array(name.utf8), replaces: true) }
          == .notAvailable)
    }
  }
}
