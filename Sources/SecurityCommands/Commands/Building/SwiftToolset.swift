import KeychainPrompt
import PasswordTransfer

/// A toolset file of SwiftPM: flags with which packages are built against the installed modules,
/// although neither their sources nor their manifests say so.
struct SwiftToolset {
  let installed: InstalledModules

  /// Whether sources see the modules that they do not import, as `import Foundation` brings them along
  /// on Apple's platforms.
  let importsModules: Bool

  /// What `import Foundation` stands for on Apple's platforms.
  private static let implicitModules = ["Security", "DarwinCompatibility"]

  private var swiftOptions: [String] {
    let imports = Self.implicitModules.flatMap {
      ["-Xfrontend", "-import-module", "-Xfrontend", $0]
    }
    return ["-I\(installed.modules)"] + (importsModules ? imports : [])
  }

  /// The file. Its format: SwiftPM's documentation of `--toolset`.
  var text: [UInt8] {
    let includes = ["-I\(installed.modules)"]
    let linking = ["-L\(installed.folder)", "-lLatchkey", "-rpath=\(installed.folder)"]
    var text = Array("{\n  \"schemaVersion\": \"1.0\"".utf8)
    for (tool, options) in [
      ("swiftCompiler", swiftOptions), ("cCompiler", includes), ("cxxCompiler", includes),
      ("linker", linking),
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
    synopsis: "[--explicit-imports] [file]",
    details: [
      "\"swift build --toolset file\" then builds packages that were written for Apple's platforms,",
      "and \"swift test --toolset file\" tests them, without a change to them.",
      "file                where it is written to; otherwise to standard output",
      "--explicit-imports  sources see only the modules that they import themselves",
    ],
    options: OptionSyntax("", flags: ["explicit-imports"], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    let toolset = SwiftToolset(
      installed: try InstalledModules(beside: AskingProgram.path),
      importsModules: !arguments.has("explicit-imports"))
    guard let name = arguments.operands.first else {
      session.console.write(toolset.text)
      return
    }
    let file = try OutputFile(name, in: session)
    try file.write(toolset.text)
    try file.finish()
  }
}
