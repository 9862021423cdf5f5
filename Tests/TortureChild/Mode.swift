import Keychain
import TortureScript

/// The task that the first argument of `torture-child` selects.
enum Mode: String {
  case script, race, mix, forks, forkIdle, forkGates, exits, signals, commands, rotate, fault

  func run(_ home: String, _ numbers: [Int]) {
    func number(_ index: Int, _ fallback: Int) -> Int {
      numbers.indices.contains(index) ? numbers[index] : fallback
    }
    let keychain = LocalKeychain(StoreLocation(home: home))
    switch self {
    case .script: ScriptRun.run(keychain, writer: number(0, 0), step: number(1, 0))
    case .race: RaceRun.run(keychain, count: number(0, 100))
    case .mix:
      MixRun(
        keychain: keychain, process: number(0, 0), threads: number(1, 1),
        milliseconds: number(2, 1000), forks: number(3, 0) != 0
      ).run()
    case .forks:
      ForkRun(home: home, threads: number(0, 2), forks: number(1, 10)).run()
    case .forkGates: GateForkRun.run(keychain)
    case .forkIdle: IdleForkRun.run(home)
    case .exits: ExitRun.run(keychain, milliseconds: number(0, 50))
    case .signals: SignalRun.run(keychain, count: number(0, 2000))
    case .rotate: RotationRun.run(keychain, count: number(0, 1))
    case .fault:
      FaultRun.run(
        home, FaultedCall(rawValue: number(0, 0)) ?? .open, hasKeyFolder: number(1, 0) != 0,
        number: number(2, 0), error: Int32(number(3, 0)), dies: number(4, 0) != 0)
    case .commands:
      var run = CommandRun(home)
      run.run()
    }
  }
}
