import Glibc
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct DirectoryLockTests {
  private let temporary: TemporaryDirectory
  private let directory: ProtectedDirectory

  init() throws {
    temporary = try TemporaryDirectory()
    directory = try ProtectedDirectory.openOrCreate(temporary.path)
  }

  private func isFree() throws -> Bool {
    let lock = try DirectoryLock(directory)
    switch consume lock {
    case .none: return false
    case .some: return true
    }
  }

  @Test func oneHoldsItAtATimeAndItsEndFreesIt() throws {
    do {
      let lock = try DirectoryLock(directory, timeout: .zero)
      #expect(try !isFree())
      let error = #expect(throws: KeychainError.self) {
        _ = try DirectoryLock(directory, timeout: .milliseconds(5))
      }
      #expect(error?.code == .notAvailable)
      _ = consume lock
    }
    #expect(try isFree())
    #expect(temporary.names().isEmpty)
  }

  /// The folder may have several paths. The lock belongs to the folder and not to the path.
  @Test func anotherDescriptorOfTheSameFolderIsExcludedToo() throws {
    #expect(mkdir(temporary("real"), 0o700) == 0)
    #expect(symlink(temporary.path, temporary("link")) == 0)
    let real = try #require(try ProtectedDirectory.open(temporary("real")))
    let other = try #require(try ProtectedDirectory.open(temporary("link/real")))
    let lock = try DirectoryLock(real, timeout: .zero)
    #expect(throws: KeychainError.self) { _ = try DirectoryLock(other, timeout: .zero) }
    _ = consume lock
  }

  @Test func temporaryFilesAreLeftAloneWhileAnotherHoldsIt() throws {
    let name = "device.key.tmp-0123456789abcdef"
    try temporary.write([1, 2, 3], to: name)
    let lock = try DirectoryLock(directory, timeout: .zero)
    directory.destroyTemporaryFiles()
    #expect(try temporary.read(name) == [1, 2, 3])
    _ = consume lock
    directory.destroyTemporaryFiles()
    #expect(temporary.names().isEmpty)
  }

  /// While a process overwrites a temporary file, all other processes wait for the store's lock. Therefore, the process
  /// must overwrite the file quickly.
  @Test func largeTemporaryFileIsOverwrittenWithoutASystemCallForEachByte() throws {
    let name = "keychain.db.tmp-0123456789abcdef"
    try temporary.write([UInt8](repeating: 7, count: 4 << 20), to: name)
    let file = open(temporary(name), O_RDONLY)
    defer { close(file) }
    let begin = processorTime()
    directory.destroyTemporaryFiles()
    #expect(processorTime() - begin < 0.5)
    #expect(temporary.names().isEmpty)
    var bytes = [UInt8](repeating: 7, count: 4 << 20)
    #expect(pread(file, &bytes, bytes.count, 0) == bytes.count)
    for part in stride(from: 0, to: bytes.count, by: 4096) {
      // If the bytes are random, all of them are equal with a probability of only 2^-32760.
      #expect(bytes[part..<part + 4096].contains { $0 != bytes[part] })
    }
  }

  /// Returns the processor time of this thread in seconds, including the time in the kernel.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func onlyTemporaryFilesOfTheseNamesAreDestroyed() throws {
    let kept = [
      "device.key", "device.key.next.tmp-0123456789abcdef", "keybag.tmp-0123456789abcdef",
      "my-device.key.tmp-0123456789abcdef", "device.key.tmp-0123456789abcdef-wal",
    ]
    for name in kept { try temporary.write([1], to: name) }
    #expect(try !directory.hasTemporaryFiles(of: ["device.key"]))
    try temporary.write([1], to: "device.key.tmp-0123456789abcdef")
    #expect(try directory.hasTemporaryFiles(of: ["device.key"]))
    directory.destroyTemporaryFiles(of: ["device.key"])
    #expect(temporary.names() == kept.sorted())
  }
}
