import Glibc

/// The Swift modules that were installed with the tool, and the library that they belong to.
struct InstalledModules {
  /// `lib/latchkey` beside the tool's `bin`, without a slash at the end.
  let folder: String

  /// The folders in which compilers look for some of the modules: one that has all of them, or one for
  /// each. What is not in such a folder is not there for `canImport` either.
  func folders(for modules: [InstalledModule]) -> [String] {
    guard modules.count < InstalledModule.allCases.count else { return ["\(folder)/modules"] }
    return modules.map { "\(folder)/separate-modules/\($0.rawValue)" }
  }

  /// The modules beside a program, which was installed together with them.
  ///
  /// - Parameter program: The path of its file, free of symbolic links.
  /// - Throws: A failure when no modules are there.
  init(beside program: String) throws(CommandFailure) {
    folder = Self.folder(beside: program)
    for file in ["modules/Security.swiftmodule", "libLatchkey.so"]
    where access("\(folder)/\(file)", R_OK) != 0 {
      throw .failed(
        "swift-toolset: no Swift modules are installed with this tool; \"make install\" puts them "
          + "into \(folder).")
    }
  }

  /// Where modules that were installed together with a program are.
  static func folder(beside program: String) -> String {
    program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/lib/latchkey"
  }
}
