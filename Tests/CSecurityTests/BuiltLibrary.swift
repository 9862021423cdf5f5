import Glibc
import TestSupport

/// The built C interface, with the folders of an installation:
///
///     include/Security/…   lib/libSecurity.so.0   lib/libSecurity.so   lib/pkgconfig/latchkey.pc
struct BuiltLibrary {
  let folder: TemporaryDirectory

  /// The folder of this package.
  static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  init() throws {
    folder = try TemporaryDirectory()
    guard mkdir(folder("lib"), 0o700) == 0,
      symlink("\(try Self.products())/libSecurityC.so", folder("lib/libSecurity.so.0")) == 0,
      symlink("libSecurity.so.0", folder("lib/libSecurity.so")) == 0,
      symlink("\(Self.package)/Sources/CSecurity/include", folder("include")) == 0
    else { throw ChildProcess.Failure(error: errno) }
    try writePackageFile()
  }

  /// Writes the pkg-config file as scripts/build-library does.
  private func writePackageFile() throws {
    guard mkdir(folder("lib/pkgconfig"), 0o700) == 0 else {
      throw ChildProcess.Failure(error: errno)
    }
    let template = try TemporaryDirectory.readFile(
      "\(Self.package)/Sources/CSecurity/latchkey.pc.in")
    let text = String(decoding: template, as: UTF8.self)
      .replacing("@PREFIX@", with: folder.path)
      .replacing("@VERSION@", with: "0")
      .replacing("@SWIFT@", with: "\(try Self.toolchain())/lib/swift")
    try folder.write(Array(text.utf8), to: "lib/pkgconfig/latchkey.pc")
  }

  /// Returns the folder of the test program, which contains all built products.
  static func products() throws -> String {
    let path = try resolved("/proc/self/exe")
    return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }

  /// Returns the folder of the first Swift toolchain in PATH. The folder contains clang and the Swift libraries.
  static func toolchain() throws -> String {
    let folders = String(cString: getenv("PATH") ?? strdup("")).split(separator: ":")
    for folder in folders where access("\(folder)/swift", X_OK) == 0 {
      let program = try resolved("\(folder)/swift")
      return program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    }
    throw ChildProcess.Failure(error: ENOENT)
  }

  private static func resolved(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else { throw ChildProcess.Failure(error: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
