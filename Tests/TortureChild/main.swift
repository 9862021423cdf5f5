import CTestSupport
import Glibc

// A process that a test kills, lets fork, or deprives of resources. The test process itself must survive.
//
//     torture-child MODE HOME [NUMBER …]

lk_test_die_with_parent()
let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2, let mode = Mode(rawValue: words[0]) else {
  Output.fail("usage: torture-child MODE HOME [NUMBER …]")
}
mode.run(words[1], words.dropFirst(2).compactMap { Int($0) })
