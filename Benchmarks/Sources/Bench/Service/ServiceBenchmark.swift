import EngineBenchmarks
import Foundation

/// Measures a keychain in `keychaind`. The service runs in a child process, and each client in a process of its own.
enum ServiceBenchmark {
  private static let itemCount = 1_000
  private static let userCount = 16
  private static let clientCount = 1_000

  static func run(_ store: StoreFolder, isQuick: Bool) -> ServiceReport {
    let kind = isQuick ? "quick" : "full"
    // A thread that waits longer lets its processor sleep more deeply, and then wakes up later. So on several processors
    // a find, which takes longer than a call without work, has a longer round trip, too.
    let overhead = onOneProcessor {
      withService(store) { folder, _ in Child.result(.useService, store, [folder, kind]) }.overhead
    }
    return withService(store) { folder, service in
      var report: ServiceReport = Child.result(.useService, store, [folder, kind])
      report.overhead = overhead
      report.findsByOne = findsInASecond(store, folder, clients: 1)
      report.findsByFour = findsInASecond(store, folder, clients: 4)
      if geteuid() == 0 { report.memoryWithManyClients = memoryWithManyClients(store, folder, service: service) }
      return report
    }
  }

  /// Runs a service while `body` runs. `body` receives the folder and the process of the service.
  private static func withService(
    _ store: StoreFolder, _ body: (_ folder: String, _ service: Int32) -> ServiceReport
  ) -> ServiceReport {
    // Other users must reach the socket, so the service has a folder of its own.
    let folder = makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let service = Child.process(.serve, store, [folder])
    let (input, output) = (Pipe(), Pipe())
    service.standardInput = input
    service.standardOutput = output
    do { try service.run() } catch { fail("the service cannot be started: \(error)") }
    _ = output.fileHandleForReading.availableData
    defer {
      try? input.fileHandleForWriting.close()
      service.waitUntilExit()
    }
    return body(folder, service.processIdentifier)
  }

  /// Runs `body`, whose child processes all use the same processor.
  private static func onOneProcessor<Result>(_ body: () -> Result) -> Result {
    let all = ProcessFigures.processors
    use(String(all.prefix { $0.isNumber }))
    defer { use(all) }
    return body()
  }

  /// Restricts this thread, and the processes that it starts, to a list of processors.
  private static func use(_ processors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
    process.arguments = ["--pid", "--cpu-list", processors, "\(getpid())"]
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch { fail("taskset of the package util-linux cannot be run: \(error)") }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { fail("taskset cannot select the processors \(processors)") }
  }

  private static func makeFolder() -> String {
    var name = Array("/tmp/latchkey-bench-service-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { fail("no folder can be made in /tmp") }
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    chmod(folder, 0o755)
    mkdir(folder + "/state", 0o700)
    return folder
  }

  // MARK: The jobs of child processes

  static func serve(_ folder: String) { orFail { try ServedKeychain.serve(in: folder) } }

  /// Measures calls of one client. The same calls in this process take turns with them.
  static func measure(_ store: StoreFolder, _ folder: String, isQuick: Bool) -> ServiceReport {
    // A repeated measurement begins with empty keychains, like the service.
    let own = ServedKeychain(home: folder + "/beside")
    let served = ServedKeychain(servedIn: folder, owner: geteuid())
    for index in 0..<itemCount { orFail { try own.add(index) } }
    for index in 0..<itemCount { orFail { try served.add(index) } }
    let queries = (0..<itemCount).map { own.query($0 * 7919 % itemCount) }
    // Each call follows a call of another kind, so each finds the caches in the state in which a program finds them that
    // also does something else.
    let searches = Contest.run(
      isQuick ? 1_000 : 10_000, block: 1, isWarmedUp: true,
      [
        { index in orFail { try own.find(queries[index % itemCount]) } },
        { index in orFail { try served.find(queries[index % itemCount]) } },
        { _ in orFail { try served.makeEmptyCall() } },
      ])
    let adds = Contest.run(
      isQuick ? 200 : 1_000, block: 1,
      [
        { index in orFail { try own.add(itemCount + index) } },
        { index in orFail { try served.add(itemCount + index) } },
        { _ in orFail { try served.makeEmptyCall() } },
      ])
    return ServiceReport(
      emptyCall: searches[2].summary, findInProcess: searches[0].summary, find: searches[1].summary,
      addInProcess: adds[0].summary, add: adds[1].summary,
      overhead: searches[1].combined(with: searches[0], searches[2]) { $0 - $1 - $2 }.median,
      addRatio: adds[1].combined(with: adds[0], adds[2]) { $0 / ($1 + $2) }.median, findsByOne: 0, findsByFour: 0)
  }

  /// Finds items for a second, and returns the number of the finds.
  static func countFinds(_ folder: String) -> Int {
    let served = ServedKeychain(servedIn: folder, owner: geteuid())
    let queries = (0..<itemCount).map { served.query($0 * 7919 % itemCount) }
    orFail { try served.find(queries[0]) }
    let end = Samples.now() + 1_000_000_000
    var count = 0
    while Samples.now() < end {
      orFail { try served.find(queries[count % itemCount]) }
      count += 1
    }
    return count
  }

  /// Becomes another user, and connects several times. Each connection finds an item. The connections stay open until
  /// standard input ends.
  static func connect(_ folder: String, user: UInt32, count: Int) {
    let owner = geteuid()
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
      fail("this process cannot become user \(user)")
    }
    let clients = (0..<count).map { _ in ServedKeychain(servedIn: folder, owner: owner) }
    orFail { try clients[0].add(0) }
    for client in clients { orFail { try client.find(client.query(0)) } }
    print("connected")
    fflush(nil)
    while readLine() != nil {}
    withExtendedLifetime(clients) {}
  }

  // MARK: Several clients

  private static func findsInASecond(_ store: StoreFolder, _ folder: String, clients: Int) -> Double {
    let processes = (0..<clients).map { _ in
      let process = Child.process(.countFinds, store, [folder])
      let output = Pipe()
      process.standardOutput = output
      do { try process.run() } catch { fail("a client cannot be started: \(error)") }
      return (process, output)
    }
    return processes.reduce(0) { sum, client in
      let output = client.1.fileHandleForReading.readDataToEndOfFile()
      client.0.waitUntilExit()
      guard client.0.terminationStatus == 0 else { fail("a client failed") }
      let counts: [Int] = JSON.decode(output)
      return sum + Double(counts[0])
    }
  }

  private static func memoryWithManyClients(_ store: StoreFolder, _ folder: String, service: Int32) -> Double {
    let share = clientCount / userCount
    let users = (0..<userCount).map { user in
      let process = Child.process(
        .connect, store,
        [folder, "\(40_000 + user)", "\(user < clientCount % userCount ? share + 1 : share)"])
      let (input, output) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput) = (input, output)
      do { try process.run() } catch { fail("a client cannot be started: \(error)") }
      _ = output.fileHandleForReading.availableData
      return (process, input)
    }
    let memory = ProcessFigures.residentMebibytes(of: service)
    for (process, input) in users {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      if process.terminationStatus != 0 { fail("a client failed") }
    }
    return memory
  }

  private static func orFail(_ body: () throws -> Void) {
    do { try body() } catch { fail("keychaind: \(error)") }
  }
}
