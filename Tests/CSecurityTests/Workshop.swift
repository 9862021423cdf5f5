import Glibc
import TestSupport

/// A folder with the library and a keychain, in which shell scripts run.
///
/// A script has these variables:
/// - `$CC` and `$CXX`: compilers that treat warnings as errors.
/// - `$INTERFACE` and `$LIBS`: the options for the headers and for the library.
/// - `$PROGRAMS`: the folder of the test programs.
/// - `$WORK`: a writable folder.
struct Workshop {
  let library: BuiltLibrary
  let work: TemporaryDirectory
  let home: TemporaryDirectory

  init() throws {
    library = try BuiltLibrary()
    work = try TemporaryDirectory()
    home = try TemporaryDirectory()
  }

  /// The result of running a script.
  struct Outcome {
    let ending: ChildProcess.Ending
    let text: String
    let errors: String
  }

  /// Runs a script, which stops at the first command that fails.
  func shell(_ script: String) throws -> Outcome {
    let folder = try TemporaryDirectory()
    for name in ["in", "out", "err"] { try folder.write([], to: name) }
    let descriptors = ["in", "out", "err"].map { open(folder($0), O_RDWR | O_CLOEXEC) }
    defer { for descriptor in descriptors { close(descriptor) } }
    let process = try ChildProcess(
      "/bin/sh", ["-euc", script], environment: try environment(), descriptors: descriptors)
    return Outcome(
      ending: try process.wait(), text: String(decoding: try folder.read("out"), as: UTF8.self),
      errors: String(decoding: try folder.read("err"), as: UTF8.self))
  }

  /// Compiles a test program, and runs it with arguments.
  func run(_ program: String, _ arguments: String = "") throws -> Outcome {
    let compiler = program.hasSuffix(".cpp") ? "$CXX" : "$CC"
    return try shell(
      "\(compiler) \"$PROGRAMS/\(program)\" $LIBS -o \"$WORK/program\"\n"
        + "\"$WORK/program\" \(arguments)")
  }

  /// The sanitizer with which the library and the programs are built (`make test-asan`); nil for none.
  static let sanitizer = getenv("LATCHKEY_SANITIZER").map { String(cString: $0) }

  private func environment() throws -> [String] {
    let toolchain = try BuiltLibrary.toolchain()
    let runtime = "\(toolchain)/lib/swift/linux"
    let interface = "-fblocks -I\(library.folder("include")) -isystem \(toolchain)/lib/swift"
    // If the library is built with a sanitizer, the programs must be built with it, too.
    let sanitizer = Self.sanitizer.map { " -fsanitize=\($0) -fuse-ld=lld" } ?? ""
    let flags = "\(interface) -g -O1 -Wall -Wextra -Werror\(sanitizer)"
    let libraries =
      "-L\(library.folder("lib")) -lSecurity -L\(runtime) -lFoundation -ldispatch -lBlocksRuntime "
      + "-Wl,-rpath,\(library.folder("lib")):\(runtime)"
    return [
      "PATH=\(toolchain)/bin:/usr/bin:/bin", "HOME=\(work.path)", "LC_ALL=C.UTF-8",
      "LATCHKEY_HOME=\(home.path)", "WORK=\(work.path)",
      "PROGRAMS=\(BuiltLibrary.package)/Tests/CSecurityTests/Programs",
      "PREFIX=\(library.folder.path)", "LIBRARY=\(library.folder("lib/libSecurity.so"))",
      "RUNTIME=\(runtime)", "INTERFACE=\(interface)", "PYTHONDONTWRITEBYTECODE=1",
      "PRODUCTS=\(try BuiltLibrary.products())", "PACKAGE=\(BuiltLibrary.package)",
      "ASAN_OPTIONS=detect_leaks=0", "CC=clang -std=c11 \(flags)",
      "CXX=clang++ -std=c++17 \(flags)", "LIBS=\(libraries)",
    ]
  }
}
