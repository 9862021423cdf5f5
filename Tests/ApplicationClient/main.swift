import Dispatch
import Foundation
import Glibc
import LatchkeyAdministration
import LocalAuthentication
import Security

// A program with the set-group-ID bit, for tests. Each argument is a command, followed by the arguments of the command.
// The program prints a line for each command.

func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

/// Permits other programs of the user to inspect this process (PR_SET_DUMPABLE of prctl(2)).
func permitInspection() -> Int32 {
  typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
  guard let function = dlsym(nil, "prctl") else { return -1 }
  return unsafeBitCast(function, to: Function.self)(4, 1, 0, 0, 0)
}

/// Forks (fork(2), which Swift does not import).
func forked() -> pid_t {
  typealias Function = @convention(c) () -> pid_t
  guard let function = dlsym(nil, "fork") else { return -1 }
  return unsafeBitCast(function, to: Function.self)()
}

func said(_ status: OSStatus) -> String {
  status == errSecSuccess ? "ok" : "\(status) \(LatchkeyCopyLastFailure()?.reason ?? "")"
}

func item(_ account: String, _ group: String = "") -> [String: Any] {
  var item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "test",
    kSecAttrAccount as String: account,
  ]
  if !group.isEmpty { item[kSecAttrAccessGroup as String] = group }
  return item
}

func find(_ account: String) -> String {
  var result: CFTypeRef?
  let query = item(account).merging([kSecReturnData as String: true]) { $1 }
  let status = SecItemCopyMatching(query as CFDictionary, &result)
  guard status == errSecSuccess else { return said(status) }
  return String(decoding: result as? Data ?? Data(), as: UTF8.self)
}

/// Runs the next command.
///
/// - Parameter words: The remaining words of the command line, in reverse order.
func run(_ command: String, _ words: inout [String]) {
  func next() -> String { words.popLast() ?? "" }
  switch command {
  case "begin":
    do {
      let application = try KeychainApplication.begin(next())
      say("\(application.identifier) \(application.grade) \(application.accessGroups.joined(separator: ","))")
    } catch { say("\((error as? AdministrationError).map { "\($0.status) \($0.reason)" } ?? "\(error)")") }
  case "add":
    let (account, secret, group) = (next(), next(), next())
    let new = item(account, group).merging([kSecValueData as String: Data(secret.utf8)]) { $1 }
    say(said(SecItemAdd(new as CFDictionary, nil)))
  case "find": say(find(next()))
  // Without a password, the agent of the session asks for it.
  case "unlock": say(said(SecKeychainUnlock(nil, 0, nil, false)))
  // The agent of the session asks with a reason.
  case "prove":
    let (semaphore, reason) = (DispatchSemaphore(value: 0), next())
    let context = LAContext()
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { isProven, error in
      say(isProven ? "ok" : "\(error.map { "\($0)" } ?? "")")
      semaphore.signal()
    }
    semaphore.wait()
  case "lock": say(said(SecKeychainLock(nil)))
  case "groups": say("\(getgid() == getegid() ? "equal" : "different")")
  case "environment": say(ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }.sorted().joined(separator: " "))
  case "home": say(NSHomeDirectory())
  case "state":
    // What the program inherited: the mask of file modes, the folder, ignored and blocked signals, a limit,
    // descriptors.
    let mask = umask(0)
    umask(mask)
    var action = sigaction()
    sigaction(SIGTERM, nil, &action)
    var blocked = sigset_t()
    sigprocmask(SIG_SETMASK, nil, &blocked)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    let inherited = fcntl(9, F_GETFD) == -1 ? "closed" : "open"
    say(
      "\(String(mask, radix: 8)) \(FileManager.default.currentDirectoryPath) \(isIgnored ? "ignored" : "default") "
        + "\(sigismember(&blocked, SIGUSR1) == 1 ? "blocked" : "free") \(limit.rlim_cur) \(inherited) "
        + "\(alarm(0) > 0 ? "timer" : "none")")
  case "inspectable": say(permitInspection() == 0 ? "inspectable" : "denied")
  case "fork":
    // A child that the program forked.
    let account = next()
    let child = forked()
    if child == 0 {
      say(find(account))
      _exit(0)
    }
    waitpid(child, nil, 0)
  case "wait":
    say("\(getpid())")
    _ = readLine()
  default: exit(2)
  }
}

func runAll() {
  var words = Array(CommandLine.arguments.dropFirst().reversed())
  while let command = words.popLast() { run(command, &words) }
}

runAll()
