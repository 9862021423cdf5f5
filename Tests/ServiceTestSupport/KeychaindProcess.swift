import CPlatform
import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import PropertyLists
import TestSupport

/// The program `keychaind` for one keychain under test, with its own `/etc`, `/run` and folder of keychains.
///
/// The program runs as the user 990, as a service manager starts it. It reads the manifests from its own
/// `/etc/latchkey/apps`, and recognises each program of a test by a socket of its own. The tool acts for the person, so it
/// has no manifest. The program is started at the first
/// call. All keychains under test with the same folder use the same process.
final class KeychaindProcess: Sendable {
  private struct State: Sendable {
    var process: ChildProcess?
    /// The programs that have a socket and a manifest, in the order of the sockets.
    var programs: [ProgramKey] = []
  }

  /// What a manifest says about a program of a test.
  struct ProgramKey: Hashable, Sendable {
    let accessGroups: [String]
    let entitlements: Set<String>
    /// The bytes of the groups, because equal strings may have different bytes.
    private let bytes: [[UInt8]]
    /// Whether the program is the tool, which has no manifest. No manifest grants every group.
    let isTool: Bool

    init(_ caller: Caller) {
      isTool = caller.accessGroups == Caller.tool.accessGroups
      accessGroups = caller.accessGroups.filter { $0 != Caller.everyGroup }
      entitlements = caller.entitlements
      bytes = accessGroups.map { Array($0.utf8) }
    }
  }

  /// The number of programs that can use one keychain.
  private static let socketCount = 12
  private static let user: UInt32 = 990

  private let folder: TemporaryDirectory
  /// The folder with the folder of the keychain, which is removed with the folder of the test.
  private let stateFolder: String
  private let clock: PreloadedClock?
  private let state = ForkSafeMutex(State())

  private init(_ home: String, clock: TestKeychainClock?) throws {
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    stateFolder = Self.stateFolder(home)
    self.clock = try clock.map { [folder] in try PreloadedClock($0, in: folder) }
    for name in ["apps", "sockets"] { mkdir(folder(name), 0o755) }
    // The service may search the folder above its own folder.
    mkdir((stateFolder as NSString).deletingLastPathComponent, 0o711)
    mkdir(stateFolder, 0o700)
    guard chown(stateFolder, Self.user, Self.user) == 0 else { throw ChildProcess.Failure(error: errno) }
  }

  deinit { end(SIGKILL) }

  /// The folder of the keychains of the service, beside the temporary directory that contains `home`.
  private static func stateFolder(_ home: String) -> String {
    let parts = home.split(separator: "/")
    let count = 1 + (parts.firstIndex { $0.hasPrefix("latchkey-test-") } ?? parts.count - 1)
    let directory = parts[..<count].map { "/" + $0 }.joined()
    return "\(TemporaryDirectory.companion(of: directory))/state-\(parts[count...].joined(separator: "-"))"
  }

  /// The folder with the files of the keychain of this user, for the keychains under test with the folder `home`.
  static func files(_ home: String) -> KeychainFolder {
    KeychainFolder(path: stateFolder(home) + "/\(geteuid())", owner: user)
  }

  // MARK: The processes of the tests

  private struct Weak: Sendable {
    weak let process: KeychaindProcess?
  }

  private static let processes = ForkSafeMutex<[String: Weak]>([:])

  /// Returns the process that serves the keychain in a folder.
  static func serving(_ home: String, clock: TestKeychainClock?) -> KeychaindProcess {
    processes.withLock { processes in
      if let known = processes[home]?.process { return known }
      do {
        let process = try KeychaindProcess(home, clock: clock)
        processes[home] = Weak(process: process)
        return process
      } catch { preconditionFailure("the folders of keychaind cannot be made: \(error)") }
    }
  }

  /// Kills the process that serves the keychain in a folder, so that the unlocked keys are lost as in a restart of the
  /// machine.
  static func kill(_ home: String) { processes.withLock { $0[home]?.process }?.end(SIGKILL) }

  // MARK: The process

  /// Starts the program on sockets that this process makes, as a service manager does.
  private func start(_ state: inout State) throws(KeychainError) {
    let names = (0..<Self.socketCount).map { "program-\($0)" } + [Self.commonSocket]
    let listeners = names.map { name in
      unlink(socketPath(name))
      return lk_socket_listen(socketPath(name), 64, 0o600)
    }
    defer { for listener in listeners where listener >= 0 { close(listener) } }
    guard listeners.allSatisfy({ $0 >= 0 }) else { throw Self.failure("the sockets of keychaind cannot be made") }
    var variables = [
      "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LISTEN_FDS=\(listeners.count)",
      "LISTEN_FDNAMES=\(names.joined(separator: ":"))",
      "PROGRAMS=\(Self.programFolder)", "APPS=\(folder("apps"))", "STATE_DIRECTORY=\(stateFolder)",
      "USER_NUMBER=\(Self.user)",
    ]
    if let clock { variables += clock.variables }
    do {
      state.process = try ChildProcess(
        "/usr/bin/unshare", ["--mount", "/bin/sh", "-eu", "-c", Self.script], environment: variables,
        descriptors: [0, 1, 2] + listeners)
    } catch { throw Self.failure("keychaind cannot be started: \(error)") }
  }

  /// The name of the socket for programs without a manifest.
  private static let commonSocket = "keychaind.socket"

  private func socketPath(_ name: String) -> String { folder("sockets/\(name)") }

  private static func failure(_ reason: String) -> KeychainError { KeychainError(.notAvailable, "\(reason)") }

  /// The process number stays the same from the shell to `keychaind`.
  private static let script = """
    mount -t tmpfs none /run
    mkdir -m 755 /run/upper /run/work /run/programs
    mount --bind "$PROGRAMS" /run/programs
    mount -t overlay none -o lowerdir=/etc,upperdir=/run/upper,workdir=/run/work /etc
    mkdir -p /etc/latchkey
    mount -t tmpfs -o mode=755 none /etc/latchkey
    mkdir -m 755 /etc/latchkey/apps
    mount --bind "$APPS" /etc/latchkey/apps
    [ ! -d /usr/share/latchkey ] || mount -t tmpfs -o mode=755 none /usr/share/latchkey
    export LISTEN_PID=$$
    [ -z "${CLOCK_LIBRARY-}" ] || export LD_PRELOAD="$CLOCK_LIBRARY"
    exec setpriv --reuid "$USER_NUMBER" --regid "$USER_NUMBER" --clear-groups --no-new-privs \\
      /run/programs/keychaind
    """

  private static var programFolder: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (own as NSString).deletingLastPathComponent
  }

  /// Sets the time of the process to the time of the test's clock.
  func updateClock() { clock?.update() }

  /// Ends the process with a signal, and waits for its end. The next call starts another process.
  func end(_ signal: Int32) {
    guard let process = state.withLock({ $0.process.take() }) else { return }
    process.signal(signal)
    _ = try? process.wait()
  }

  /// Records that the passcode covers the items of the programs of the tests, as a passcode that one of them set would. The
  /// tool, which sets it, has a lower grade.
  func coverProgramsByPasscode() throws(KeychainError) {
    let path = "\(stateFolder)/\(geteuid())/passcode-grade"
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, write(descriptor, "2", 1) == 1 else { throw Self.failure("the grade cannot be written") }
  }

  // MARK: Programs

  /// A client of the service that is recognised as a program of a test. Starts the service if necessary.
  func client(of program: ProgramKey) throws(KeychainError) -> Keychain.RemoteKeychain {
    let number = try state.withLock { (state) throws(KeychainError) -> Int? in
      let number = try program.isTool ? nil : register(program, &state)
      if state.process == nil { try start(&state) }
      return number
    }
    let name = number.map { "program-\($0)" } ?? Self.commonSocket
    let configuration = ServiceConfiguration(socketPath: socketPath(name), user: Self.user)
    // The service looks at its manifests once a second.
    let deadline = Deadline.after(.seconds(10))
    while true {
      let client = Keychain.RemoteKeychain(
        configuration, trust: RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path))
      let identity = try client.identity()
      if identity.application == number.map(Self.identifier) ?? "" { return client }
      guard deadline.remaining > .zero else {
        throw Self.failure("keychaind does not recognise the program \(name) of the test")
      }
      usleep(20_000)
    }
  }

  private static func identifier(_ number: Int) -> String { "test-program-\(number)" }

  /// Writes the manifest of a program before its first call. The program then need not wait until the service looks at
  /// its manifests again.
  func prepare(for program: ProgramKey) throws(KeychainError) {
    guard !program.isTool else { return }
    _ = try state.withLock { (state) throws(KeychainError) in try register(program, &state) }
  }

  /// Writes the manifest of a program that has none. Returns the number of the program.
  private func register(_ program: ProgramKey, _ state: inout State) throws(KeychainError) -> Int {
    if let number = state.programs.firstIndex(of: program) { return number }
    let number = state.programs.count
    guard number < Self.socketCount else { throw Self.failure("too many programs use one keychain") }
    var entries: [String: PropertyListValue] = [
      "application-identifier": .string(Self.identifier(number)),
      "keychain-access-groups": .array(program.accessGroups.map { .string($0) }),
      "recognised-by": .array([.dictionary(["socket": .string("program-\(number)")])]),
    ]
    for entitlement in program.entitlements { entries[entitlement] = .boolean(true) }
    let name = Self.identifier(number) + ".plist"
    do {
      // The service never reads a part of a manifest.
      try folder.write(PropertyListWriter.write(.dictionary(entries)), to: name, mode: 0o644)
    } catch { throw Self.failure("a manifest cannot be written: \(error)") }
    guard rename(folder(name), folder("apps/\(name)")) == 0 else { throw Self.failure("a manifest cannot be renamed") }
    state.programs.append(program)
    return number
  }
}

/// The keychain under test in `keychaind`. Each program of the test has its own connection.
final class KeychaindKeychain: KeychainService {
  var isInProcess: Bool { false }

  private let process: KeychaindProcess
  private let clients = ForkSafeMutex<[KeychaindProcess.ProgramKey: Keychain.RemoteKeychain]>([:])

  init(_ home: String, clock: TestKeychainClock?) { process = KeychaindProcess.serving(home, clock: clock) }

  /// Prepares the calls of a program.
  func prepare(for caller: Caller) throws(KeychainError) { try process.prepare(for: .init(caller)) }

  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    if case .close = call.request {
      clients.withLock { $0 = [:] }
      process.end(SIGTERM)
      return .done
    }
    process.updateClock()
    let reply = try client(.init(peer.caller)).send(call, from: peer)
    if case .changePasscode(nil, _?, _) = call.request { try process.coverProgramsByPasscode() }
    return reply
  }

  private func client(_ program: KeychaindProcess.ProgramKey) throws(KeychainError) -> Keychain.RemoteKeychain {
    if let known = clients.withLock({ $0[program] }) { return known }
    let new = try process.client(of: program)
    return clients.withLock { clients in
      if let known = clients[program] { return known }
      clients[program] = new
      return new
    }
  }
}
