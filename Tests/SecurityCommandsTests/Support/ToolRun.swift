import Keychain
import KeychainModel
import LockTestSupport
import KeychainPrompt

@testable import SecurityCommands

/// A keychain that the tool can use in a test.
protocol TestedKeychain { var client: KeychainClient { get } }

extension FakeKeychain: TestedKeychain {}
extension LocalKeychain: TestedKeychain {}

/// The result of running the tool in the test process, with a keychain and streams in memory.
struct ToolRun {
  let status: Int32
  let outputBytes: [UInt8]
  let errors: String

  var output: String { String(decoding: outputBytes, as: UTF8.self) }

  init(
    _ words: [Word], in keychain: any TestedKeychain = FakeKeychain(),
    streams: MemoryStreams = MemoryStreams(), now: (() -> Int64)? = nil,
    prompter: (any Prompter)? = nil
  ) {
    let session = CommandSession(streams: streams) { () throws(KeychainError) in keychain.client }
    if let now { session.now = now }
    if let prompter { session.makePrompter = { prompter } }
    self.init(words, in: session, streams: streams)
  }

  /// Runs the tool in a session that the test has prepared.
  init(_ words: [Word], in session: CommandSession, streams: MemoryStreams) {
    status = Tool.run(words, in: session)
    outputBytes = streams.bytes(of: .output)
    errors = String(decoding: streams.bytes(of: .error), as: UTF8.self)
  }

  init(_ words: [Word], in keychain: any TestedKeychain = FakeKeychain(), input: String) {
    self.init(words, in: keychain, streams: MemoryStreams(input: [Array(input.utf8)]))
  }
}
