package import Glibc

/// A process that a test started.
package struct ChildProcess {
  package let identifier: pid_t

  package struct Failure: Error {
    package let error: Int32

    package init(error: Int32) { self.error = error }
  }

  /// How the process ended: with an exit status, or by a signal.
  package enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Starts a program.
  /// - Parameters:
  ///   - descriptors: The descriptors of this process that become descriptors 0, 1, 2 and so on of the program.
  ///   - blocked: The signals that are blocked in the program.
  package init(
    _ path: String, _ arguments: [String], environment: [String], descriptors: [Int32],
    blocked: [Int32] = []
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // The program must not inherit the signal mask and the ignored signals of the test runner's threads.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in blocked { sigaddset(&signals, signal) }
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var identifier: pid_t = 0
    let result = withStringPointers([path] + arguments) { argv in
      withStringPointers(environment) { envp in
        posix_spawn(&identifier, path, &actions, &attributes, argv, envp)
      }
    }
    guard result == 0 else { throw Failure(error: result) }
    self.identifier = identifier
  }

  /// Sends a signal to the process.
  package func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the end of the process.
  package func wait() throws -> Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(error: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Calls `body` with an array of C strings for `strings`. A null pointer ends the array.
private func withStringPointers<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}
