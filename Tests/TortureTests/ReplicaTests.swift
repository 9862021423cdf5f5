import Glibc
import LatchkeyAdministration
import TestSupport
import Testing
import TortureScript

/// Simulates several containers that share one volume. Their processes have different process, mount and user
/// namespaces, and use the same folder. In one container, the folder has another path.
@Suite(.serialized, .enabled(if: Replica.canBeMade, "needs root, and namespaces of all kinds"))
struct ReplicaTests {
  private let store: Store

  init() throws { store = try Store() }

  @Test func uniqueKeysHaveOneWinner() throws {
    let count = Torture.count(60, long: 1000)
    let replicas = try Replica.allCases.map { try $0.start("race", store.folder, count) }
    for replica in replicas { #expect(replica.line() == "ready") }
    for replica in replicas { replica.send("go") }
    let wins = replicas.map { Int($0.line(seconds: 120) ?? "") ?? -1 }
    for replica in replicas { #expect(replica.wait() == 0) }
    #expect(wins.reduce(0, +) == count, "\(wins)")
    #expect(store.simple.count().text == "\(count)")
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }

  @Test func noWriteIsLost() throws {
    let milliseconds = Torture.count(1500, long: 60_000)
    let replicas = try Replica.allCases.enumerated().map { number, replica in
      try replica.start("mix", store.folder, number, 2, milliseconds)
    }
    for replica in replicas {
      #expect((Int(replica.line(seconds: 180) ?? "") ?? 0) > 0)
      #expect(replica.wait() == 0)
    }
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }

  /// After a write in one container, the next call in every other container finds the written item.
  @Test func writesAreSeenAtOnce() throws {
    let replicas = try Replica.allCases.map { try $0.start("commands", store.folder) }
    for (number, writer) in replicas.enumerated() {
      #expect(writer.ask("add from\(number) 100") == Simple.Answer(0))
      for reader in replicas {
        #expect(reader.ask("find from\(number)") == Simple.Answer(0, "100"))
      }
    }
  }

  // In the long form, other tests occupy the threads of asynchronous tests for many minutes.
  @Test(.timeLimit(.minutes(Torture.isLong ? 60 : 1))) func commitsAreToldAcrossContainers() async throws {
    let replicas = try Replica.allCases.map { try $0.start("commands", store.folder) }
    #expect(store.simple.add("first").status == 0)
    let commits = try KeychainAdministration(home: store.folder.path).commits()
    for (number, replica) in replicas.enumerated() {
      #expect(replica.ask("add from\(number) 100") == Simple.Answer(0))
    }
    var told = 0
    for await _ in commits {
      told += 1
      if told == replicas.count { break }
    }
    #expect(told == replicas.count)
  }

  /// A container that is killed must not leave a lock that blocks the other containers.
  @Test func killedReplicaHoldsNoLock() throws {
    for (number, replica) in Replica.allCases.enumerated() {
      let child = try replica.start("mix", store.folder, number, 2, 60_000)
      usleep(200_000)
      child.kill()
      #expect(store.simple.add("after \(replica)").status == 0)
    }
    #expect(store.damage == nil)
  }
}

/// Fails if the namespaces are required but cannot be created. Without this suite, the tests above would be skipped
/// silently.
@Suite(.enabled(if: Torture.arePlacesRequired, "asked for with LATCHKEY_PLACES=required"))
struct RequiredReplicaTests {
  @Test func replicasAndMountsCanBeMade() {
    #expect(Torture.hasMounts)
    #expect(Replica.canBeMade)
  }
}

/// The namespaces in which the process of a container runs.
enum Replica: CaseIterable {
  case host
  /// The process has its own process namespace. A process outside the namespace can have the same process number.
  case ownProcesses
  /// The user is root inside the namespace, and an ordinary user outside.
  case ownUsers
  /// The folder of the store is mounted at /mnt.
  case ownMounts

  static let canBeMade = Torture.isRoot && allCases.allSatisfy { $0.works }

  func start(_ mode: String, _ folder: TemporaryDirectory, _ numbers: Int...) throws -> Child {
    let words = [Child.program, mode, home(folder)] + numbers.map { "\($0)" }
    return try Child(words: prefix(folder) + words)
  }

  private func home(_ folder: TemporaryDirectory) -> String {
    self == .ownMounts ? "/mnt" : folder.path
  }

  private func prefix(_ folder: TemporaryDirectory) -> [String] {
    let unshare = ["/usr/bin/unshare", "--kill-child", "--fork", "--mount", "--pid"]
    switch self {
    case .host: return []
    case .ownProcesses: return unshare + ["--mount-proc", "--ipc", "--uts", "--net"]
    case .ownUsers: return unshare + ["--user", "--map-root-user", "--mount-proc", "--ipc"]
    case .ownMounts:
      let script = "mount --bind '\(folder.path)' /mnt && exec \"$@\""
      return unshare + ["/bin/sh", "-c", script, "sh"]
    }
  }

  private var works: Bool {
    guard let folder = try? TemporaryDirectory(),
      let child = try? start("commands", folder)
    else { return false }
    return child.ask("count").status == 0
  }
}
