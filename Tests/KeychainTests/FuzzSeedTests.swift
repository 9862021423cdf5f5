import Glibc
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// The seeds of the fuzzers `fuzz-messages` and `fuzz-calls`: messages that a service can read. A seed that cannot be read
/// tests only the first bytes of the reader.
///
/// After a change of the encoding, run this test once with the environment variable `LATCHKEY_WRITE_SEEDS`. It then
/// writes a seed for each kind of message, and removes the seeds that cannot be read.
@Suite struct FuzzSeedTests {
  private static let folder = "Fuzz/Seeds/fuzz-messages"

  /// The first byte of a seed: an odd number for a call.
  private static let (answer, call): (UInt8, UInt8) = (0, 1)

  /// Calls that succeed in the keychain of `fuzz-calls`, when they are sent in this order.
  private static var performed: [Request] {
    get throws {
      func attributes(_ account: String) -> AttributeSet {
        AttributeSet([.service: .string("s"), .account: .string(account)])
      }
      let query = ItemQuery(.genericPassword, attributes: attributes("a"))
      func addition(_ account: String) -> AddRequest {
        AddRequest(.genericPassword, attributes: attributes(account), secret: [1, 2], contents: [.secret])
      }
      let changes = AttributeSet([.label: .string("l")])
      return [
        .items(.add(addition("a")), proof: nil),
        .items(.search(SearchRequest(query, contents: [.attributes, .secret], limit: nil)), proof: nil),
        .items(.update(UpdateRequest(query, changes: changes, secret: [3], leavesTombstones: false)), proof: nil),
        .openProof(applicationPassword: try passcode("1234"), isTypedOnce: false, passcode: nil),
        .items(.search(SearchRequest(query, contents: [.secret])), proof: Handle(RowIdentifier(high: 1, low: 2))),
        .begin(.add([addition("b"), addition("c")], sparingPresent: true, proof: nil)),
        .next(Handle(RowIdentifier(high: 1, low: 2))),
        .countItems, .changes(since: nil),
        .items(.delete(DeleteRequest(query)), proof: nil),
      ]
    }
  }

  private static var seeds: [String: [UInt8]] {
    get throws {
      var seeds: [String: [UInt8]] = [:]
      for (number, request) in try MessageTests.requests.enumerated() {
        seeds["call-\(number)"] = [call] + (try Call(request).message())
      }
      for (number, request) in try performed.enumerated() {
        seeds["performed-\(number)"] = [call] + (try Call(request).message())
      }
      for (number, reply) in try MessageTests.replies.enumerated() {
        seeds["answer-\(number)"] = [answer] + (try Result<Reply, KeychainError>.success(reply).message())
      }
      let error = KeychainError(.notAvailable, "why", because: .timedOut, cause: .otherDatabase)
      seeds["answer-error"] = [answer] + (try Result<Reply, KeychainError>.failure(error).message())
      return seeds
    }
  }

  /// Whether the fuzzers can read a seed.
  private static func isReadable(_ seed: [UInt8]) -> Bool {
    guard let first = seed.first else { return false }
    return seed.dropFirst().withUnsafeBytes { message in
      first % 2 == call
        ? (try? Call(message: message)) != nil : (try? Result<Reply, KeychainError>(message: message)) != nil
    }
  }

  private static var names: [String] { TemporaryDirectory.names(SourceTree.path(folder)) }

  @Test func seedsAreMessages() throws {
    if getenv("LATCHKEY_WRITE_SEEDS") != nil {
      for name in Self.names where !Self.isReadable(try SourceTree.bytes("\(Self.folder)/\(name)")) {
        unlink(SourceTree.path("\(Self.folder)/\(name)"))
      }
      for (name, seed) in try Self.seeds {
        try TemporaryDirectory.writeFile(seed, to: SourceTree.path("\(Self.folder)/\(name)"), mode: 0o644)
      }
    }
    let unreadable = try Self.names.filter { !Self.isReadable(try SourceTree.bytes("\(Self.folder)/\($0)")) }
    #expect(unreadable == [], "run this test with LATCHKEY_WRITE_SEEDS=1")
    let missing = Set(try Self.seeds.keys).subtracting(Self.names)
    #expect(missing == [], "run this test with LATCHKEY_WRITE_SEEDS=1")
  }

  /// The seeds are the seeds of both fuzzers. Each kind of message has one.
  @Test func everyKindOfMessageHasASeed() throws {
    var kinds: [UInt8: Set<UInt8>] = [:]
    for name in Self.names {
      let seed = try SourceTree.bytes("\(Self.folder)/\(name)")
      guard Self.isReadable(seed), let first = seed.first else { continue }
      let isCall = first % 2 == Self.call
      if isCall {
        let call = try seed.dropFirst().withUnsafeBytes { try Call(message: $0) }
        kinds[Self.call, default: []].insert(try Call(call.request).message()[6])
      } else if seed[3] == 1 {
        kinds[Self.answer, default: []].insert(seed[4])
      }
    }
    let expected = try (
      Set(MessageTests.requests.map { try Call($0).message()[6] }),
      Set(MessageTests.replies.map { try Result<Reply, KeychainError>.success($0).message()[3] })
    )
    #expect(kinds[Self.call] == expected.0)
    #expect(kinds[Self.answer] == expected.1)
  }

  /// The calls of the seeds `performed-` succeed, so `fuzz-calls` begins with calls that change a keychain.
  @Test func performedCallsSucceed() throws {
    let machine = try TestMachine()
    let keychain = machine.process()
    let caller = Caller(accessGroups: ["app", "login"], sharedGroups: ["login"])
    let peer = Peer(caller, in: ClientSession(identity: [1]), permissions: .all)
    var (proof, work): (Handle?, Handle?)
    for number in 0..<(try Self.performed.count) {
      let seed = try SourceTree.bytes("\(Self.folder)/performed-\(number)")
      let call = try seed.dropFirst().withUnsafeBytes { try Call(message: $0) }
      // The fuzzer puts the handles of the service into the calls.
      let request: Request =
        switch call.request {
        case .items(let items, .some): .items(items, proof: proof)
        case .next(let handle): .next(work ?? handle)
        default: call.request
        }
      switch try keychain.send(Call(request), from: peer) {
      case .handle(let handle): if case .openProof = request { proof = handle } else { work = handle }
      default: break
      }
    }
    #expect(proof != nil && work != nil)
  }
}
