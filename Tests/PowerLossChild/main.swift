import CTestSupport
import Glibc

// Records the writes of a program, truncates the recording after every call, and checks the possible
// states of a disk at that moment.
//
//     power-loss-child FOLDER SCENARIO STATES SEED [files|folders]
//
// With a fifth argument, the disk ignores synchronizations of files or of folders.
//
// It prints a line for each wrong state. The last line is "STATES CALLS PROBLEMS".

lk_test_die_with_parent()
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 4 || words.count == 5, let scenario = Scenario(rawValue: words[1]),
  let count = Int(words[2]),
  let seed = Int(words[3])
else {
  print(Scenario.allCases.map(\.rawValue).joined(separator: " "))
  exit(64)
}
do {
  let recording = try Recording(scenario, in: "\(words[0])/recorded")
  let ignored = words.count == 5 ? RecordedCall.Synchronization(rawValue: words[4]) : nil
  var replay = Replay(
    recording, in: "\(words[0])/replayed", seed: seed, ignoring: ignored.map { [$0] } ?? []
  ) {
    print($0)
    fflush(nil)
  }
  try replay.run(count: count)
  print("\(replay.stateCount) \(recording.calls.count) \(replay.problemCount)")
} catch {
  print("\(error)")
  exit(1)
}
