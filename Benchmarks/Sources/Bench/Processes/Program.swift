import Glibc

/// A program that is started, waited for, and must succeed. What it prints is thrown away.
struct Program {
  let name: String
  let words: [String]
  /// `NAME=value`.
  let environment: [String]

  func run() {
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
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    if status != 0 { fail("\(name) failed: \(words.joined(separator: " "))") }
  }
}
