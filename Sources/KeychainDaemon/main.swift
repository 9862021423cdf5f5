import CPlatform
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainServer
import KeychainTransport
import OpenSSLSupport
import ProgramSupport
import Vault

// keychaind: holds the login keychains of all users of a machine, and decides which program may use which item
// (docs/service.md).

/// The arguments of the program.
struct Arguments {
  var stateDirectory = getenv("STATE_DIRECTORY").map { String(cString: $0) } ?? "/var/lib/keychaind"
  /// The path of a socket that the program makes itself; nil for the sockets of the service manager.
  var socketPath: String?

  init?(_ words: [String]) {
    var rest = words[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst(), value.hasPrefix("/") else { return nil }
      switch option {
      case "--state-directory": stateDirectory = value
      case "--socket": socketPath = value
      default: return nil
      }
    }
  }
}

func descriptors(
  _ arguments: Arguments
) throws(KeychainError) -> (listeners: [PacketServer.Listener], tickets: Int32?) {
  guard let path = arguments.socketPath else { return try InheritedSockets.take() }
  // A socket file of an earlier process refuses connections, and is in the way of a new one.
  unlink(path)
  let descriptor = lk_socket_listen(path, 1024, 0o666)
  guard descriptor >= 0 else {
    throw KeychainError(
      .notAvailable, "the socket \(path) cannot be made: \(String(cString: lk_error_description(errno)))")
  }
  return ([PacketServer.Listener(descriptor)], nil)
}

func serve(_ arguments: Arguments) throws(KeychainError) {
  let (listeners, handedOver) = try descriptors(arguments)
  guard !listeners.isEmpty else {
    throw KeychainError(.notAvailable, "keychaind was given no socket; its socket unit starts it")
  }
  lk_memory_return_when_freed()
  // A quarter of the processors derive keys from passcodes at most, and one at least.
  DerivationQueue.install(DerivationQueue(capacity: 1 + max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN))) / 4))
  let credentials = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
  let tickets = ServiceManager.tickets(in: handedOver)
  let keychains = ServedKeychains(
    arguments.stateDirectory, credentialsDirectory: credentials,
    context: UnlockContext(authority: tickets, cache: KeyCache(), clock: SystemBootClock()))
  let server = try PacketServer(listeners, ClientRecognition(ManifestCatalogue()), keychains)
  var signals = sigset_t()
  sigemptyset(&signals)
  for signal in [SIGTERM, SIGINT] { sigaddset(&signals, signal) }
  // All later threads inherit the mask, so the signals wait for `sigwait`.
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let ended = Semaphore()
  guard
    DetachedThread.start({
      server.run()
      ended.signal()
    })
  else { throw KeychainError(.notAvailable, "no thread can be made", because: .outOfMemory) }
  keychains.adopt(tickets)
  let watcher = try SessionWatcher(keychains)
  watcher.start()
  ServiceManager.notify("READY=1\nSTATUS=serving\n")
  var signal: Int32 = 0
  sigwait(&signals, &signal)
  ServiceManager.notify("STOPPING=1\n")
  server.stop()
  // Calls that are carried out end first. A call that waits must not delay the next service, and the service manager ends
  // this process after 5 seconds.
  var hasEnded = ended.wait(until: .after(.seconds(2)))
  if !hasEnded {
    server.disconnectAll()
    hasEnded = ended.wait(until: .after(.seconds(1)))
  }
  // The service manager may end this process while a call to the bus waits. A locking afterwards makes the keys useless.
  ServiceManager.keep(tickets)
  // The next service waits until this process has ended. Transactions that are not committed change nothing.
  guard hasEnded else { _exit(0) }
  watcher.stop()
  keychains.close()
}

ProgramProtection.begin()
OpenSSLInitialization.omitErrorStrings()
lk_sqlite_omit_memory_statistics()
signal(SIGPIPE, SIG_IGN)
umask(0o077)
let words = Array(CommandLine.arguments.dropFirst())
if words == ["--version"] {
  print(ProgramVersion.line(of: "keychaind"))
  exit(0)
}
guard let arguments = Arguments(words) else {
  let usage = Array("usage: keychaind [--socket PATH] [--state-directory FOLDER] | --version\n".utf8)
  lk_write_quietly(STDERR_FILENO, usage, usage.count)
  exit(2)
}
do throws(KeychainError) {
  try serve(arguments)
} catch {
  Log.alert("keychaind cannot serve", error)
  exit(1)
}
