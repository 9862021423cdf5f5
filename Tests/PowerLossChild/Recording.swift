import CFaultyCalls
import Glibc
import Keychain

/// The system calls that a program made during its operations, and the expected state before and after each operation.
struct Recording {
  let place: Place
  let disk: SimulatedDisk
  let calls: [RecordedCall]
  /// The expected states: the state before the first operation, and the state after each operation.
  let truths: [Truth]

  /// Runs the operations of a scenario in a new folder at `root`, and records their system calls.
  init(_ scenario: Scenario, in root: String) throws {
    var place = Place(root)
    var truths = [try scenario.prepare(&place)]
    disk = try SimulatedDisk(root)
    let recorded = try Self.record("\(root).calls") {
      let keychain = place.keychain()
      for (number, operation) in scenario.operations.enumerated() {
        var truth = truths[number]
        try operation.run(place, keychain, &truth)
        truths.append(truth)
        lk_faulty_calls_mark(number + 1)
      }
      return keychain
    }
    (self.place, self.truths, calls) = (place, truths, recorded.calls)
    // A replay of the recorded calls must give the files that the program has left. Otherwise, a call that changed
    // files was not recorded.
    var whole = disk
    for call in calls { whole.perform(call) }
    try Self.requireSame(whole.present, recorded.content(root))
    withExtendedLifetime(recorded.result) {}
  }

  /// Records the first use of a keychain after a power failure.
  init(ofUseIn place: Place, _ truths: [Truth]) throws {
    (self.place, self.truths) = (place, truths)
    disk = try SimulatedDisk(place.root)
    calls = try Self.record("\(place.root).calls") {
      let keychain = place.keychain()
      _ = try? keychain.client.lockStatus()
      keychain.client.close()
    }.calls
  }

  private struct Recorded<Result> {
    let calls: [RecordedCall]
    let result: Result

    /// Reads the files of the keychain. The keychain must still be open, because closing the keychain changes the
    /// files.
    func content(_ root: String) throws -> Content { try Content(of: root) }
  }

  private static func record<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws -> Recorded<Result> {
    unlink(path)
    lk_faulty_calls_begin(-1, 0)
    lk_faulty_calls_record(path)
    let result: Result
    do {
      result = try body()
    } catch {
      lk_faulty_calls_end()
      throw error
    }
    lk_faulty_calls_end()
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
    let name = String(path.dropFirst(folder.utf8.count + 1))
    let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure("nothing was recorded") }
    defer {
      close(file)
      unlink(path)
    }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    guard pread(file, &bytes, bytes.count, 0) == bytes.count else {
      throw Failure("a short record")
    }
    return Recorded(calls: try RecordedCall.parse(bytes), result: result)
  }

  private static func requireSame(_ left: Content, _ right: Content) throws {
    // The index of a write-ahead log (`-shm`) is shared memory, which is written without system calls.
    for name in Set(left.files.keys).union(right.files.keys).sorted()
    where !name.hasSuffix("-shm") && left.files[name] != right.files[name] {
      throw Failure(
        "\(name) was changed by a call that is not recorded: \(left.files[name]?.count ?? -1), "
          + "\(right.files[name]?.count ?? -1)")
    }
  }
}
