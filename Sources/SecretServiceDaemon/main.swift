import CPlatform
import Glibc
import Keychain
import KeychainLog
import KeychainModel
import KeychainPrompt
import OpenSSLSupport
import ProgramSupport
import SecretServiceServer

// latchkey-secret-service: the Secret Service of a session, whose items are in the keychains of the user
// (docs/desktop.md).

/// - Parameter asksForPrograms: Whether the person must allow each program to use the items.
func serve(asksForPrograms: Bool) throws(KeychainError) {
  let bus = try BusConnection()
  let client = try KeychainClient.login(at: try StoreLocation.standard(), as: Caller(accessGroups: [Caller.loginGroup]))
  defer { client.close() }
  let service = try SecretService(bus, client, asksForPrograms: asksForPrograms) { Pinentry() }
  var signals = sigset_t()
  sigemptyset(&signals)
  for signal in [SIGTERM, SIGINT] { sigaddset(&signals, signal) }
  // All later threads inherit the mask, so the signals wait in the descriptor.
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let stop = lk_signal_descriptor(&signals)
  guard stop >= 0 else { throw KeychainError(.notAvailable, "no descriptors are left", because: .outOfMemory) }
  try service.prepare()
  if try bus.request(name: SecretService.name) == .waiting {
    Log.notice("another program is the Secret Service of this session; this program waits until the other one ends")
  }
  try service.run(until: stop)
}

/// Permits as many descriptors as the system allows. Messages of other programs can have descriptors, which are open until
/// the messages are read.
func permitDescriptors() {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return }
  limit.rlim_cur = limit.rlim_max
  _ = setrlimit(resource, &limit)
}

ProgramProtection.begin()
permitDescriptors()
OpenSSLInitialization.omitErrorStrings()
lk_sqlite_omit_memory_statistics()
lk_memory_return_when_freed()
signal(SIGPIPE, SIG_IGN)
umask(0o077)
let words = CommandLine.arguments.dropFirst()
if words == ["--version"] {
  print(ProgramVersion.line(of: "latchkey-secret-service"))
  exit(0)
}
guard words.isEmpty || words == ["--ask"] else {
  let usage = Array("usage: latchkey-secret-service [--ask | --version]\n".utf8)
  lk_write_quietly(STDERR_FILENO, usage, usage.count)
  exit(2)
}
do throws(KeychainError) {
  try serve(asksForPrograms: !words.isEmpty)
} catch {
  Log.alert("the Secret Service cannot serve", error)
  exit(1)
}
