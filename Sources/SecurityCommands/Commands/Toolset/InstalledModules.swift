import Glibc

/// The Swift modules that are installed with the tool, and their library.
struct InstalledModules {
  /// The path of `lib/latchkey` beside the tool's `bin`, without a slash at the end.
  let folder: String

  /// Returns the folders in which the compiler finds the modules: one folder with all modules, or one for each module.
  /// A module outside of these folders also does not exist for `canImport`.
  func folders(for modules: [InstalledModule]) -> [String] {
    guard modules.count < InstalledModule.allCases.count else { return ["\(folder)/modules"] }
    return modules.map { "\(folder)/separate-modules/\($0.rawValue)" }
  }

  /// Finds the modules that were installed together with a program.
  ///
  /// - Parameter program: The path of the program's file, free of symbolic links.
  /// - Throws: A failure if no modules are installed there.
  init(beside program: String) throws(CommandFailure) {
    folder = Self.folder(beside: program)
    for file in ["modules/Security.swiftmodule", "libLatchkey.so"]
    where access("\(folder)/\(file)", R_OK) != 0 {
      throw .failed(
        "swift-toolset: no Swift modules are installed with this tool; \"make install\" puts them "
          + "into \(folder).")
    }
  }

  /// Returns the folder of the modules that were installed together with a program.
  static func folder(beside program: String) -> String {
    program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/lib/latchkey"
  }
}
