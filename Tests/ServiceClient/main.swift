import CTestSupport
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport

// A client of the service in a process of its own, for tests. The arguments are: the path of the socket, the folder that
// the client trusts, the user of the server, and one command after the other. The client prints a line for each command.

let arguments = CommandLine.arguments
guard arguments.count > 3, let server = UInt32(arguments[3]) else { exit(2) }
let words = ForkSafeMutex(Array(arguments[4...].reversed()))
/// The user whose keychain the client wants, from the environment.
let wanted = getenv("KEYCHAIN_OF").flatMap { UInt32(String(cString: $0)) }
let keychain = RemoteKeychain(
  ServiceConfiguration(socketPath: arguments[1], user: server),
  trust: RootOwnedFolder.Trust(owner: server, anchor: arguments[2]), keychainOf: wanted)
let peer = Peer(Caller(accessGroups: []))

func next() -> String {
  guard let word = words.withLock({ $0.popLast() }) else { exit(2) }
  return word
}

func number() -> UInt32 {
  guard let number = UInt32(next()) else { exit(2) }
  return number
}

@Sendable func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

func attributes(_ account: String, _ group: String) -> AttributeSet {
  var attributes = AttributeSet([.service: .string("test"), .account: .string(account)])
  if !group.isEmpty { attributes[.accessGroup] = .string(group) }
  return attributes
}

func add(_ account: String, _ secret: [UInt8], _ group: String) throws(KeychainError) {
  let request = AddRequest(.genericPassword, attributes: attributes(account, group), secret: secret)
  _ = try keychain.send(Call(.items(.add(request), proof: nil)), from: peer)
}

func find(_ account: String, _ group: String) throws(KeychainError) -> [UInt8] {
  let query = ItemQuery(.genericPassword, attributes: attributes(account, group))
  let reply = try keychain.send(
    Call(.items(.search(SearchRequest(query, contents: [.secret])), proof: nil)), from: peer)
  guard case .items(let items) = reply, let secret = items.first?.secret else { return [] }
  return secret
}

/// Adds an item, however often the service ends meanwhile. The service carries out the add once.
func addOnce(_ name: String) throws(KeychainError) {
  let location = StoreLocation(home: arguments[2])
  let client = KeychainClient(keychain, peer, at: location, TrustSettingsStore(location))
  let request = AddRequest(.genericPassword, attributes: attributes(name, ""), secret: Array(name.utf8))
  while true {
    do throws(KeychainError) {
      _ = try client.perform(.add(request))
      return say(name)
    } catch {
      guard error.code == .notAvailable else { return say("\(name) \(error.code.rawValue) \(error.reason)") }
      // The client could not learn whether the add was carried out, because the service ended several times.
      if error.cause == .connectionLost, (try? find(name, "")) == Array(name.utf8) { return say(name) }
      usleep(20_000)
    }
  }
}

/// Signs with the private key in the keychain. The service must not send the key.
func sign() throws(KeychainError) -> Bool {
  let search = SearchRequest(ItemQuery(.key), contents: [.attributes, .secret])
  let items = try keychain.send(Call(.items(.search(search), proof: nil)), from: peer)
  guard case .items(let items) = items, let item = items.first, item.secret == nil,
    let key = item.privateKey, let publicKey = key.publicKey
  else { return false }
  let request = KeyOperationRequest(
    .sign, [UInt8](repeating: 1, count: 32), with: key.identifier, publicKey: publicKey.bytes,
    algorithm: "algid:sign:ECDSA:digest-X962:SHA256")
  guard case .result(let signature) = try keychain.send(Call(.use(request, proof: nil)), from: peer) else {
    return false
  }
  return !signature.isEmpty
}

// MARK: The child

nonisolated(unsafe) var child: Int32 = -1
/// The end of the pipe to the parent.
nonisolated(unsafe) var readyPipe: Int32 = -1

// MARK: The person

let handles = ForkSafeMutex<[Handle]>([])
let agent = ForkSafeMutex<AgentConnection?>(nil)

/// Sends a request, and keeps the handle of its reply.
func keepHandle(_ request: Request) throws(KeychainError) {
  let handle = try keychain.send(Call(request), from: peer).handle()
  handles.withLock { $0 = [handle] }
}

/// Answers the questions of the service, each with the next word: `given:TEXT`, `dismissed`, `impossible`, `failed`,
/// `foreign` for an answer with another nonce, `ignore`, or `again` for the answer to the last question.
func answerQuestions(_ count: UInt32) throws(KeychainError) {
  guard let agent = agent.withLock({ $0 }) else { exit(2) }
  var last: QuestionNonce?
  for _ in 0..<count {
    switch try agent.next(until: .after(.seconds(20))) {
    case nil: say("no question")
    case .withdrawal(let nonce): say(nonce == last ? "withdrawn" : "withdrawn another")
    case .question(let question):
      let text = question.text.replacing("\n", with: "|")
      say("\(question.kind) \(text)\(question.problem.map { " [\($0)]" } ?? "")")
      let word = next()
      switch word {
      case "dismissed": try agent.answer(question.nonce, .dismissed)
      case "impossible": try agent.answer(question.nonce, .impossible)
      case "failed": try agent.answer(question.nonce, .failed)
      case "foreign":
        try agent.answer(try QuestionNonce([UInt8](repeating: 7, count: 16)), .given, typed: try passcode("passcode"))
      case "again": if let last { try agent.answer(last, .given, typed: try passcode("passcode")) }
      case "ignore": break
      default: try agent.answer(question.nonce, .given, typed: try passcode(String(word.dropFirst("given:".count))))
      }
      last = question.nonce
    }
  }
}

@Sendable func passcode(_ text: String) throws(KeychainError) -> Passcode? {
  guard !text.isEmpty else { return nil }
  return try Array(text.utf8).withBytes { (bytes) throws(KeychainError) in try Passcode(bytes) }
}

@Sendable func ask(_ purpose: PersonQuestion.Purpose, _ reason: String) throws(KeychainError) {
  let question = PersonQuestion(purpose, reason: reason.isEmpty ? nil : reason)
  switch try keychain.send(Call(.askPerson(question, as: try Handle(random: SystemRandom()))), from: peer) {
  case .handle(let handle):
    handles.withLock { $0 = [handle] }
    say("proven")
  case .refusal: say("unlocked")
  default: say("another reply")
  }
}

func run(_ command: String) throws(KeychainError) {
  switch command {
  case "become-agent":
    let words = next().split(separator: ",")
    let proof = words.contains("proof") ? handles.withLock(\.first) : nil
    let connection = try keychain.becomeAgent(isGraphical: words.contains("graphical"), proof: proof)
    agent.withLock { $0 = connection }
    say("agent")
  case "answer": try answerQuestions(number())
  case "ask":
    let purpose = next()
    let reason = next()
    guard let purpose = PersonQuestion.Purpose.allCases.first(where: { "\($0)" == purpose }) else { exit(2) }
    try ask(purpose, reason)
  case "ask-and-withdraw":
    // Another thread withdraws the question when the test has made a file.
    let handle = try Handle(random: SystemRandom())
    _ = DetachedThread.start {
      while access("\(arguments[2])/withdraw", F_OK) != 0 { usleep(10_000) }
      _ = try? keychain.send(Call(.cancel(handle)), from: peer)
    }
    _ = try keychain.send(Call(.askPerson(PersonQuestion(.items), as: handle)), from: peer)
  case "ask-often":
    // Several threads ask at the same time, and each of them may be refused.
    for _ in 1..<(number()) {
      _ = DetachedThread.start {
        do throws(KeychainError) { try ask(.items, "") } catch { say("\(error.code.rawValue) \(error.reason)") }
      }
    }
    try ask(.items, "")
  case "prove": if let typed = try passcode(next()) { try keepHandle(.provePasscode(typed)) }
  case "set-passcode":
    _ = try keychain.send(Call(.changePasscode(from: nil, to: try passcode(next()))), from: peer)
    say("set")
  case "lock": say("\(try keychain.send(Call(.lock), from: peer))")
  case "act-for-person":
    // A request about the whole keychain.
    _ = try keychain.send(Call(.begin(.verify), person: handles.withLock(\.first)), from: peer)
    say("acted")
  case "hold-connection":
    // A child keeps the connection of this process.
    let child = lk_test_fork(30)
    if child == 0 {
      sleep(20)
      _exit(0)
    }
    say("\(getpid())")
  case "groups":
    // The real and the effective group, as in a program with the set-group-ID bit.
    let (real, effective) = (number(), number())
    guard lk_test_set_groups(real, effective) == 0 else { exit(3) }
  case "session":
    // A session of the kernel (pam_loginuid). Each write of root makes a session.
    let file = open("/proc/self/loginuid", O_WRONLY | O_CLOEXEC)
    let digits = Array(next().utf8)
    guard file >= 0, write(file, digits, digits.count) == digits.count else { exit(3) }
    close(file)
  case "in-child":
    // A child in the same session carries out the commands before the word `parent`. This process goes on when the child
    // has carried out `ready`, or has ended.
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { exit(3) }
    child = lk_test_fork(30)
    guard child != 0 else {
      close(ends[0])
      readyPipe = ends[1]
      return
    }
    close(ends[1])
    while next() != "parent" {}
    var byte: UInt8 = 0
    _ = read(ends[0], &byte, 1)
    close(ends[0])
  case "ready":
    var byte: UInt8 = 1
    _ = write(readyPipe, &byte, 1)
  case "end-child":
    kill(child, SIGKILL)
    _ = lk_test_wait(child)
  case "user":
    guard lk_test_set_user(number()) == 0 else { exit(3) }
  case "old-kernel": guard lk_test_refuse_peer_processes() == 0 else { exit(3) }
  case "identity":
    let welcome = try keychain.identity()
    say("\(welcome.grade) \(welcome.application) \(welcome.accessGroups.joined(separator: ","))")
  case "add":
    try add(next(), Array(next().utf8), next())
    say("added")
  case "add-private":
    // An attribute that needs an entitlement.
    var attributes = attributes(next(), "")
    attributes[AttributeName("pcss")] = .number(1)
    let request = AddRequest(.genericPassword, attributes: attributes, secret: [])
    _ = try keychain.send(Call(.items(.add(request), proof: nil)), from: peer)
    say("added")
  case "begin-add":
    // Begins work, and does not ask for its result.
    let request = AddRequest(.genericPassword, attributes: attributes(next(), ""), secret: [])
    _ = try keychain.send(Call(.begin(.add([request], sparingPresent: false, proof: nil))), from: peer)
    say("\(getpid())")
    // The work ends with the connection, but this work ends before.
    usleep(500_000)
  case "process": say("\(getpid())")
  case "reuse-descriptors":
    // Closes the connection behind the back of the library, as daemons do, and gives its number to another connection.
    let account = next()
    var pairs: [(Int32, Int32)] = []
    func replaceDescriptors() {
      closefrom(3)
      pairs = (0..<8).map { _ in
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else { exit(3) }
        return (ends[0], ends[1])
      }
    }
    /// Whether nothing came through a connection, and both ends are open.
    func isIntact() -> Bool {
      func isEmpty(_ end: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(end, &byte, 1, Int32(MSG_DONTWAIT)) == -1 && errno == EAGAIN
      }
      return pairs.allSatisfy { isEmpty($0.0) && isEmpty($0.1) }
    }
    replaceDescriptors()
    say("\(String(decoding: try find(account, ""), as: UTF8.self)) \(isIntact())")
    replaceDescriptors()
    let child = lk_test_fork(30)
    if child == 0 {
      let isFound = (try? find(account, "")) != nil
      _exit(isFound && isIntact() ? 0 : 1)
    }
    say("\(lk_test_wait(child)) \(isIntact())")
  case "reference":
    let reply = try keychain.send(
      Call(.items(.search(SearchRequest(ItemQuery(.genericPassword, attributes: attributes(next(), "")))), proof: nil)),
      from: peer)
    guard case .items(let items) = reply, let identifier = items.first?.identifier else { return say("none") }
    say(identifier.bytes.map { String($0) }.joined(separator: "."))
  case "find-reference", "delete-reference":
    guard let identifier = RowIdentifier(next().split(separator: ".").compactMap { UInt8($0) }) else { exit(2) }
    let query = ItemQuery(.genericPassword, isSynchronizable: nil, reference: .item(.genericPassword, identifier))
    let request: ItemRequest =
      command == "find-reference"
      ? .search(SearchRequest(query, contents: [.secret])) : .delete(DeleteRequest(query))
    guard case .items(let items) = try keychain.send(Call(.items(request, proof: nil)), from: peer) else { exit(2) }
    say(String(decoding: items.first?.secret ?? [], as: UTF8.self))
  case "watch":
    // Repeats a search on one connection until its result changes. Prints the first and the last result.
    let (account, group) = (next(), next())
    func result() -> String {
      do throws(KeychainError) { return String(decoding: try find(account, group), as: UTF8.self) } catch {
        return "\(error.code.rawValue) \(error.reason)"
      }
    }
    let first = result()
    say(first)
    let deadline = Deadline.after(.seconds(10))
    var last = first
    while last == first, deadline.remaining > .zero {
      usleep(10_000)
      last = result()
    }
    say(last)
  case "replace-executable":
    // From now on, the kernel names another file as the executable of this process.
    guard lk_test_replace_executable(next()) == 0 else { exit(3) }
    var path = [CChar](repeating: 0, count: 4096)
    _ = readlink("/proc/self/exe", &path, path.count - 1)
    say(String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  case "add-large":
    let count = Int(number())
    try add("large\(count)", [UInt8](repeating: 7, count: count), "")
    say("added")
  case "find": say(String(decoding: try find(next(), next()), as: UTF8.self))
  case "find-large":
    let count = Int(number())
    say(try find("large\(count)", "") == [UInt8](repeating: 7, count: count) ? "equal" : "different")
  case "slowest-find":
    // The longest time of a search in milliseconds.
    var longest = Duration.zero
    for _ in 0..<number() {
      let clock = ContinuousClock()
      let begin = clock.now
      _ = try find("victim", "")
      longest = max(longest, clock.now - begin)
      usleep(2000)
    }
    say("\(longest.components.seconds * 1000 + longest.components.attoseconds / 1_000_000_000_000_000)")
  case "slowest-connection":
    // The longest time from a new connection to its welcome, in milliseconds.
    var longest = Duration.zero
    for _ in 0..<number() {
      let clock = ContinuousClock()
      let begin = clock.now
      _ = try RemoteKeychain(
        ServiceConfiguration(socketPath: arguments[1], user: server),
        trust: RootOwnedFolder.Trust(owner: server, anchor: arguments[2])
      ).identity()
      longest = max(longest, clock.now - begin)
      usleep(10_000)
    }
    say("\(longest.components.seconds * 1000 + longest.components.attoseconds / 1_000_000_000_000_000)")
  case "add-many":
    // Adds items whose names are numbers, and prints the name of each item that the service acknowledged.
    let (first, count) = (number(), number())
    for name in first..<first + count { try addOnce("\(name)") }
  case "sign": say(try sign() ? "signed" : "no signature")
  case "fork-sign":
    // The parent has a connection and a key. The child makes its own connection.
    let child = lk_test_fork(30)
    if child == 0 { _exit((try? sign()) == true ? 0 : 1) }
    say("\(lk_test_wait(child))")
  case "wait": _ = readLine()
  case "stay": sleep(60)
  case "fork":
    // The parent has a connection. The child makes its own connection.
    let child = lk_test_fork(30)
    if child == 0 {
      let isFound = (try? find("victim", "")) != nil
      _exit(isFound ? 0 : 1)
    }
    say("\(lk_test_wait(child))")
  default: exit(2)
  }
}

while let command = words.withLock({ $0.popLast() }) {
  do throws(KeychainError) { try run(command) } catch { say("\(error.code.rawValue) \(error.reason)") }
}
