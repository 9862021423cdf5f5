import Glibc

/// A program that is run until it ends. It must succeed. Its output is discarded.
struct Program {
  let name: String
  let words: [String]
  /// The environment of the program, as strings of the form `NAME=value`.
  let environment: [String]

  /// Runs the program.
  ///
  /// - Returns: The processor time of the program in user mode and kernel mode, in microseconds.
  @discardableResult
  func run() -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
    guard code == 0 else { fail("\(words[0]): \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    if status != 0 { fail("\(name) failed: \(words.joined(separator: " "))") }
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec)
    }
  }
}
