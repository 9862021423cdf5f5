import Foundation

/// The jobs that this program runs in child processes. Each job uses one store.
enum Child: String {
  case fill, measure, memory, open, openFloor, pulse, instructions, rival, keySearch,
    certificates, freeAttributes, makeKeychains, openKeychains, searchKeychains,
    serve, useService, countFinds, connect

  /// Runs the job that a command line `JOB FILLING COUNT FOLDER [WORD …]` names. Returns nil if the command line names
  /// no job.
  static func perform(_ words: [String]) -> Void? {
    guard words.count >= 4, let job = Child(rawValue: words[0]),
      let filling = Filling(rawValue: words[1]), let count = Int(words[2])
    else { return nil }
    let store = StoreFolder(filling: filling, count: count, path: words[3])
    // A user may start the job by hand. The job must never use the user's own keychain.
    setenv("LATCHKEY_HOME", store.home, 1)
    job.perform(store, words.dropFirst(4))
    return ()
  }

  private func perform(_ store: StoreFolder, _ further: ArraySlice<String>) {
    switch self {
    case .fill:
      store.filling.fill(
        store.count,
        floors: [Floor(store.floorPath), Floor(store.leanFloorPath, isLean: true)])
    case .measure:
      var benchmark = StoreBenchmark(store, isQuick: further.contains("quick"))
      JSON.print(benchmark.run())
    case .memory: JSON.print(MemoryBenchmark.run(store))
    case .open: JSON.print([OpenBenchmark.keychain(store)])
    case .openFloor: JSON.print([OpenBenchmark.floor(store)])
    case .pulse: Pulse.answer(store)
    case .keySearch:
      JSON.print(KeySearchBenchmark.perform(store, isQuick: further.contains("quick")))
    case .certificates:
      JSON.print(CertificateBenchmark.perform(store, isQuick: further.contains("quick")))
    case .freeAttributes:
      JSON.print(FreeAttributesBenchmark.perform(store, isQuick: further.contains("quick")))
    case .makeKeychains: KeychainListBenchmark.make(store)
    case .openKeychains: JSON.print([KeychainListBenchmark.openingTime(store)])
    case .searchKeychains:
      JSON.print(KeychainListBenchmark.search(store, isQuick: further.contains("quick")))
    case .serve: ServiceBenchmark.serve(Self.word(further, 0))
    case .useService:
      JSON.print(
        ServiceBenchmark.measure(store, Self.word(further, 0), isQuick: further.contains("quick")))
    case .countFinds: JSON.print([ServiceBenchmark.countFinds(Self.word(further, 0))])
    case .connect:
      guard let user = UInt32(Self.word(further, 1)), let count = Int(Self.word(further, 2)) else {
        fail("the job needs a user and a number of connections")
      }
      ServiceBenchmark.connect(Self.word(further, 0), user: user, count: count)
    case .rival: RivalBenchmark.perform(store, Array(further))
    case .instructions: InstructionBenchmark.perform(store, Array(further))
    }
  }

  private static func word(_ words: ArraySlice<String>, _ index: Int) -> String {
    guard words.count > index else { fail("a word of the job is missing") }
    return words[words.startIndex + index]
  }

  /// Runs a job in a child process, and decodes its output.
  static func result<Value: Decodable>(
    _ job: Child, _ store: StoreFolder, _ further: [String] = []
  ) -> Value {
    JSON.decode(run(job, store, further))
  }

  @discardableResult
  static func run(_ job: Child, _ store: StoreFolder, _ further: [String] = []) -> Data {
    output(of: process(job, store, further))
  }

  /// Runs a process, and returns its output. Ends this program if the process fails.
  static func output(of process: Process) -> Data {
    let pipe = Pipe()
    process.standardOutput = pipe
    do {
      try process.run()
    } catch {
      fail("\(process.executableURL?.path ?? "a process") cannot be started: \(error)")
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      fail("\(process.executableURL?.path ?? "a process") failed")
    }
    return output
  }

  /// Returns a process for a job. The keychain of the process is in the store.
  static func process(
    _ job: Child, _ store: StoreFolder, _ further: [String] = []
  ) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments =
      [job.rawValue, store.filling.rawValue, String(store.count), store.path] + further
    process.environment = environment(store)
    return process
  }

  static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path

  static func environment(_ store: StoreFolder) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["LATCHKEY_HOME"] = store.home
    return environment
  }
}
