import CTestSupport
import Glibc

// Records the system calls of a program that uses a keychain. Simulates a power failure after every call, and
// checks the keychain in the possible states of the disk.
//
//     power-loss-child FOLDER SCENARIO STATES SEED [files|folders]
//
// With `files` or `folders`, the simulated disk ignores the synchronization of files or of folders.
//
// The program prints a line for each wrong state. Its last line is "STATES CALLS PROBLEMS": the number of checked
// states, of recorded calls, and of wrong states.

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
