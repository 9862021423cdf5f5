import TestSupport
import Testing
import TortureScript

/// Traces the system calls of the keychain with strace(1), or makes system calls fail.
@Suite(.serialized, .enabled(if: Torture.has("strace"))) struct SystemCallTests {
  private static let strace = "/usr/bin/strace"

  private func child(_ home: String, _ options: [String]) throws -> Child {
    try Child(words: [Self.strace, "-f", "-qq"] + options + [Child.program, "commands", home])
  }

  // MARK: Performed calls

  /// An add synchronizes the write-ahead log once. After the synchronization, the add writes only the commit record in
  /// `latchkey.lock`.
  @Test func addSynchronizesOnceAndSearchWritesNothing() throws {
    let store = try Store()
    let output = try TemporaryDirectory()
    let calls = "pwrite64,write,fsync,fdatasync,ftruncate,fallocate,unlink,unlinkat,renameat2"
    let child = try child(
      store.folder.path, ["-y", "-o", output("trace"), "-e", "trace=\(calls)"])
    for command in ["add a 100", "add b 100", "find b", "add c 100", "find c", "find a"] {
      guard child.ask(command).status == 0 else {
        Issue.record("strace may not trace here: \(command)")
        return
      }
    }
    child.kill()
    let lines = String(decoding: try output.read("trace"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let parts = lines.split(omittingEmptySubsequences: false) { $0.contains(" write(1<") }
    #expect(parts.count >= 6)
    let (add, finds) = (Array(parts[3]), [Array(parts[2]), Array(parts[4]), Array(parts[5])])
    #expect(add.filter { $0.contains("sync(") }.count == 1)
    let end = try #require(add.firstIndex { $0.contains("fdatasync(") })
    #expect(add[end].contains("/keychain.db-wal>"))
    #expect(add[(end + 1)...].allSatisfy { $0.contains("/latchkey.lock>") })
    for find in finds { #expect(find == []) }
  }

  // MARK: Injected faults

  /// The system calls that change files. `count` is how many times a system call occurs while a store is created and an
  /// item is added.
  private static let calls: [(name: String, count: Int)] = [
    ("pwrite64", 130), ("fdatasync", 14), ("fsync", 12), ("ftruncate", 9), ("renameat2", 4),
    ("unlink", 7), ("fchmod", 3), ("mkdirat", 1),
  ]

  /// Returns the system calls at which a test injects a fault, as a name and a number. A short run tests every `step`th
  /// call of `calls`, and a long run tests all of them.
  private static func places(every step: Int) -> [(name: String, number: Int)] {
    var places: [(String, Int)] = []
    for (name, count) in calls {
      for number in 1...count { places.append((name, number)) }
    }
    return stride(from: 0, to: places.count, by: Torture.isLong ? 1 : step).map { places[$0] }
  }

  /// Checks a store after a fault. The fault occurred while the store was created or while its first items were added.
  private func check(
    _ store: Store, _ answers: [Simple.Answer], _ fault: String
  ) {
    let simple = store.simple
    let after = simple.add("after")
    #expect(after == Simple.Answer(0), "\(fault)")
    var count = 1
    for (index, answer) in answers.enumerated() {
      let found = simple.find("item\(index)")
      if found.status == 0 { count += 1 }
      #expect(
        found.status == 0 || (found.status == -25300 && answer.status != 0),
        "\(fault): \(answer), then \(found)")
    }
    #expect(simple.count() == Simple.Answer(0, "\(count)"), "\(fault)")
    #expect(store.damage == nil, "\(fault)")
    #expect(store.litter == [], "\(fault)")
  }

  @Test func killedBeforeAnyCall() throws {
    for (name, number) in Self.places(every: 3) {
      let store = try Store()
      let child = try child(
        store.folder.path + "/store",
        [
          "-o", "/dev/null", "-e", "trace=\(name)", "-e",
          "inject=\(name):signal=KILL:when=\(number)",
        ])
      let answers = ["add item0 100", "add item1 30000"].map { child.ask($0) }
      child.kill()
      let inner = Store(in: store.folder, below: "store")
      check(inner, answers, "killed before \(name) \(number)")
    }
  }

  /// The disk is full for a while, or reports one error. The process continues to make calls.
  @Test(arguments: [
    ("ENOSPC", "+"), ("ENOSPC", ""), ("EIO", ""), ("EDQUOT", ""), ("EROFS", ""),
  ])
  func failedCall(_ error: String, _ repetition: String) throws {
    let steps = Self.places(every: 9)
    for (name, number) in steps where !["mkdirat", "unlink"].contains(name) {
      // Four failures in a row represent a disk that stays full for a while.
      let times = repetition == "+" ? "\(number)..\(number + 3)" : "\(number)"
      let store = try Store()
      let child = try child(
        store.folder.path,
        [
          "-o", "/dev/null", "-e", "trace=\(name)", "-e",
          "inject=\(name):error=\(error):when=\(times)",
        ])
      var answers: [Simple.Answer] = []
      for index in 0..<4 { answers.append(child.ask("add item\(index) \(index * 10_000)")) }
      let fault = "\(error) of \(name) \(times)"
      for answer in answers {
        #expect([0, -25291, -25292, -36].contains(answer.status), "\(fault): \(answer)")
      }
      // After a single failure, further calls of this process succeed.
      if repetition == "" {
        #expect(child.ask("add last 100") == Simple.Answer(0), "\(fault)")
        #expect(child.ask("delete last") == Simple.Answer(0), "\(fault)")
      }
      child.kill()
      check(store, answers, fault)
    }
  }

  /// A read that fails once must not be reported as damage.
  @Test func failedReading() throws {
    let store = try Store()
    for index in 0..<100 { #expect(store.simple.add("item\(index)", byteCount: 2000).status == 0) }
    for number in stride(from: 1, through: 60, by: Torture.isLong ? 1 : 4) {
      let child = try child(
        store.folder.path,
        ["-o", "/dev/null", "-e", "trace=pread64", "-e", "inject=pread64:error=EIO:when=\(number)"])
      // The first reads happen while the program starts. If one of the first reads fails, the program does not start.
      guard child.ask("find item0").status != 2 else { continue }
      for index in [3, 97] {
        let answer = child.ask("find item\(index)")
        #expect([0, -36, -25291].contains(answer.status), "\(number): \(answer)")
      }
      let added = child.ask("add new\(number) 100")
      #expect([0, -36, -25291].contains(added.status), "\(number): \(added)")
      // The read that fails can happen in this call. Only one read fails, so a second call succeeds.
      let found = child.ask("find item50")
      #expect([0, -36, -25291].contains(found.status), "\(number): \(found)")
      #expect(
        found.status == 0 || child.ask("find item50") == Simple.Answer(0, "2000"), "\(number)")
      child.kill()
      let isThere = store.simple.find("new\(number)").status == 0
      #expect(isThere == (added.status == 0), "\(number)")
    }
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }
}
