import Glibc
import TortureScript

/// Simulates a power failure after every call of a recording, and checks the possible states of the disk at that
/// moment.
struct Replay {
  let recording: Recording
  /// The folder in which each keychain is created and checked.
  let folder: String
  let seed: Int
  /// The kinds of synchronization that the simulated disk ignores. If a kind is ignored, the checks must find problems.
  let ignored: Set<RecordedCall.Synchronization?>
  let describe: (String) -> Void

  private(set) var stateCount = 0
  private(set) var problemCount = 0
  private var seen: Set<Int> = []

  init(
    _ recording: Recording, in folder: String, seed: Int,
    ignoring ignored: Set<RecordedCall.Synchronization?> = [], describe: @escaping (String) -> Void
  ) {
    self.recording = recording
    self.folder = folder
    self.seed = seed
    self.ignored = ignored
    self.describe = describe
  }

  /// For one of every 16 states, the power fails again while the keychain is first used.
  private static let nesting = 16
  private static let problemLimit = 20

  /// Checks `count` different states, or fewer if no more different states are found.
  mutating func run(count: Int) throws {
    // The first pass uses the four losses that are not random, so even a small sample contains these losses at all
    // moments.
    try pass(0, count, [.nothing, .everything, .contents, .names])
    var (round, fruitless) = (1, 0)
    while stateCount < count, problemCount < Self.problemLimit, fruitless < 20 {
      let before = stateCount
      try pass(round, count, (0..<4).map { .some(seed: seed &+ round &* 4 &+ $0) })
      fruitless = stateCount == before ? fruitless + 1 : 0
      round += 1
    }
  }

  private mutating func pass(_ round: Int, _ count: Int, _ losses: [SimulatedDisk.Loss]) throws {
    var disk = recording.disk
    var (done, isInterrupted) = (0, false)
    // Each state is chosen with this probability, so that a small sample is spread over all moments.
    var generator = SmallGenerator(seed: seed &+ round)
    let probability =
      Double(count - stateCount) / Double((recording.calls.count + 1) * losses.count)
    for number in 0...recording.calls.count {
      for loss in losses
      where probability >= 1 || Double.random(in: 0..<1, using: &generator) < probability {
        guard stateCount < count, problemCount < Self.problemLimit else { return }
        try look(disk, number, loss, done, isInterrupted)
      }
      guard number < recording.calls.count else { break }
      let call = recording.calls[number]
      if !ignored.contains(call.synchronization) { disk.perform(call) }
      if case .mark(let mark) = call {
        (done, isInterrupted) = (mark, false)
      } else {
        isInterrupted = true
      }
    }
  }

  private mutating func look(
    _ disk: SimulatedDisk, _ number: Int, _ loss: SimulatedDisk.Loss, _ done: Int,
    _ isInterrupted: Bool
  ) throws {
    var content = disk.after(loss)
    content.forgetSharedMemory()
    var hasher = Hasher()
    content.hash(into: &hasher)
    hasher.combine(done)
    hasher.combine(isInterrupted)
    guard seen.insert(hasher.finalize()).inserted else { return }
    stateCount += 1
    let truths = Array(recording.truths[done...].prefix(isInterrupted ? 2 : 1))
    try inspect(
      content, truths,
      "\(loss) lost after call \(number) of \(recording.calls.count), operation \(done)")
  }

  private mutating func inspect(_ content: Content, _ truths: [Truth], _ moment: String) throws {
    if stateCount % Self.nesting == 0 { try failAgain(content, truths, moment) }
    try inspectOnce(content, truths, moment)
  }

  private mutating func inspectOnce(
    _ content: Content, _ truths: [Truth], _ moment: String
  ) throws {
    let place = Place(folder, itemsOfBackup: recording.place.itemsOfBackup)
    try content.write(to: folder)
    defer { Content.remove(folder) }
    let inspection = Inspection(place: place, truths: truths)
    if let problem = inspection.problem(thorough: stateCount % 4 == 0) {
      problemCount += 1
      describe("\(moment): \(problem)")
    }
  }

  /// Simulates a second power failure after every call during the first use of the keychain.
  private mutating func failAgain(
    _ content: Content, _ truths: [Truth], _ moment: String
  ) throws {
    try content.write(to: folder)
    defer { Content.remove(folder) }
    let again = try Recording(ofUseIn: Place(folder), truths)
    Content.remove(folder)
    var generator = SmallGenerator(seed: seed &+ stateCount)
    var disk = again.disk
    for number in 0...again.calls.count {
      if !disk.isSynchronized, Int.random(in: 0..<4, using: &generator) == 0 {
        var content = disk.after(.some(seed: Int(truncatingIfNeeded: generator.next())))
        content.forgetSharedMemory()
        stateCount += 1
        try inspectOnce(
          content, truths, "\(moment), and again after call \(number) of \(again.calls.count)")
      }
      if number < again.calls.count { disk.perform(again.calls[number]) }
    }
  }
}
