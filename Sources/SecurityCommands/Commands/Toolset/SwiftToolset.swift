import Glibc
import KeychainPrompt
import PasswordTransfer

/// A toolset file of SwiftPM. The file contains compiler and linker flags that build packages against the installed
/// modules. The sources and manifests of the packages do not need to change.
struct SwiftToolset {
  let installed: InstalledModules

  /// Whether the compiler imports modules implicitly. If true, sources can use `Security` and `DarwinCompatibility`
  /// without importing them.
  let importsModules: Bool

  /// The modules that sources may import.
  let modules: [InstalledModule]

  /// - Parameter omitted: The modules that the compiler does not find with this toolset.
  init(installed: InstalledModules, importsModules: Bool, omitted: [InstalledModule] = []) {
    self.installed = installed
    self.importsModules = importsModules
    modules = InstalledModule.remaining(without: omitted)
  }

  private var searchOptions: [String] { installed.folders(for: modules).map { "-I\($0)" } }

  private var swiftOptions: [String] {
    guard importsModules else { return searchOptions }
    // On Apple's platforms, sources get the declarations of these modules with `import Foundation`.
    let implicit: [InstalledModule] = [.security, .darwinCompatibility].filter(modules.contains)
    return searchOptions
      + implicit.flatMap { ["-Xfrontend", "-import-module", "-Xfrontend", $0.rawValue] }
  }

  /// The content of the toolset file. SwiftPM's documentation of the option `--toolset` describes the format.
  var text: [UInt8] {
    let linking = ["-L\(installed.folder)", "-lLatchkey", "-rpath=\(installed.folder)"]
    var text = Array("{\n  \"schemaVersion\": \"1.0\"".utf8)
    for (tool, options) in [
      ("swiftCompiler", swiftOptions), ("cCompiler", searchOptions),
      ("cxxCompiler", searchOptions), ("linker", linking),
    ] {
      text += ",\n  \"\(tool)\": { \"extraCLIOptions\": [".utf8
      for (index, option) in options.enumerated() {
        text += (index == 0 ? "\n    " : ",\n    ").utf8
        JSONText.append(option.utf8, to: &text)
      }
      text += "\n  ] }".utf8
    }
    return text + Array("\n}\n".utf8)
  }
}

extension Command {
  static let swiftToolset = Command(
    "swift-toolset",
    "Write a file with which \"swift build\" builds packages for this keychain. (only in Latchkey)",
    synopsis: "[--explicit-imports] [--without module]... [file]",
    details: [
      "\"swift build --toolset file\" then builds packages that were written for Apple's platforms,",
      "and \"swift test --toolset file\" tests them, without a change to them.",
      "file                where it is written to; otherwise to standard output",
      "--explicit-imports  sources see only the modules that they import themselves",
      "--without module    a module is not found, and canImport() is false for it; may be given",
      "                    several times. Without Security nothing that imports it is found either.",
      "                    The modules: CommonCrypto, CoreFoundation, DarwinCompatibility,",
      "                    LatchkeyAdministration, LocalAuthentication, Security",
    ],
    options: OptionSyntax(
      "", long: ["without"], flags: ["explicit-imports"], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    var omitted: [InstalledModule] = []
    for name in arguments.values("without") { omitted.append(try InstalledModule(named: name)) }
    let toolset = SwiftToolset(
      installed: try InstalledModules(beside: CurrentProgram.path),
      importsModules: !arguments.has("explicit-imports"), omitted: omitted)
    guard let name = arguments.operands.first else {
      session.console.write(toolset.text)
      return
    }
    let file = try OutputFile(name, in: session)
    try file.write(toolset.text)
    try file.finish()
  }
}

/// The folder of the Swift modules and the library that are installed with the tool.
struct InstalledModules {
  /// The path of the folder `lib/latchkey` below the installation prefix of the tool, without a slash at the end.
  let folder: String

  /// Returns the folders in which the compiler finds the modules: one folder that contains all modules, or one folder
  /// for each module. `canImport` is false for a module outside of these folders.
  func folders(for modules: [InstalledModule]) -> [String] {
    guard modules.count < InstalledModule.allCases.count else { return ["\(folder)/modules"] }
    return modules.map { "\(folder)/separate-modules/\($0.rawValue)" }
  }

  /// Finds the modules that were installed together with a program.
  ///
  /// - Parameter program: The path of the program's file, without symbolic links.
  /// - Throws: A failure if no modules were installed together with the program.
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

/// An installed module that packages can import. A toolset file can omit a module.
enum InstalledModule: String, CaseIterable {
  case commonCrypto = "CommonCrypto"
  case coreFoundation = "CoreFoundation"
  case darwinCompatibility = "DarwinCompatibility"
  case latchkeyAdministration = "LatchkeyAdministration"
  case localAuthentication = "LocalAuthentication"
  case security = "Security"

  /// - Throws: A failure with the usage status and a list of the modules, if no module has the name.
  init(named name: Word) throws(CommandFailure) {
    guard let module = Self.allCases.first(where: { $0.rawValue == name.text }) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("--without: \"\(name.text)\" is no installed module; these are: \(known)")
    }
    self = module
  }

  /// Whether the module publicly imports `Security`. Such a module cannot be imported without `Security`.
  private var needsSecurity: Bool { self == .localAuthentication || self == .coreFoundation }

  /// Returns all modules except for the given modules and the modules that depend on them.
  static func remaining(without modules: [InstalledModule]) -> [InstalledModule] {
    allCases.filter { module in
      !modules.contains(module) && !(module.needsSecurity && modules.contains(.security))
    }
  }
}
