import Glibc
import TestSupport
import Testing

@testable import SecurityCommands

@Suite struct SwiftToolsetTests {
  /// Creates a folder with the installed files for which the command looks.
  private func installation() throws -> TemporaryDirectory {
    let prefix = try TemporaryDirectory()
    for folder in ["bin", "lib", "lib/latchkey", "lib/latchkey/modules"] {
      mkdir(prefix(folder), 0o700)
    }
    try prefix.write([], to: "lib/latchkey/libLatchkey.so")
    try prefix.write([], to: "lib/latchkey/modules/Security.swiftmodule")
    return prefix
  }

  private func options(_ toolset: SwiftToolset, of tool: String) throws -> [String] {
    let text = String(decoding: toolset.text, as: UTF8.self)
    let start = try #require(text.firstRange(of: "\"\(tool)\": { \"extraCLIOptions\": ["))
    let end = try #require(text[start.upperBound...].firstRange(of: "] }"))
    return text[start.upperBound..<end.lowerBound].split(separator: "\n").map {
      $0.filter { !" \",".contains($0) }
    }.filter { !$0.isEmpty }
  }

  @Test func namesTheFoldersBesideTheTool() throws {
    let prefix = try installation()
    let installed = try InstalledModules(beside: prefix("bin/security"))
    let toolset = SwiftToolset(installed: installed, importsModules: true)
    let modules = "-I\(prefix("lib/latchkey/modules"))"
    #expect(
      try options(toolset, of: "swiftCompiler") == [
        modules, "-Xfrontend", "-import-module", "-Xfrontend", "Security", "-Xfrontend",
        "-import-module", "-Xfrontend", "DarwinCompatibility",
      ])
    #expect(try options(toolset, of: "cCompiler") == [modules])
    #expect(try options(toolset, of: "cxxCompiler") == [modules])
    #expect(
      try options(toolset, of: "linker") == [
        "-L\(prefix("lib/latchkey"))", "-lLatchkey", "-rpath=\(prefix("lib/latchkey"))",
      ])
    let explicit = SwiftToolset(installed: installed, importsModules: false)
    #expect(try options(explicit, of: "swiftCompiler") == [modules])
  }

  @Test func moduleThatIsLeftOutIsInNoFolder() throws {
    let prefix = try installation()
    let installed = try InstalledModules(beside: prefix("bin/security"))
    func search(_ names: String...) -> [String] {
      names.map { "-I\(prefix("lib/latchkey"))/separate-modules/\($0)" }
    }
    let toolset = SwiftToolset(
      installed: installed, importsModules: true, omitted: [.localAuthentication])
    let others = search(
      "CommonCrypto", "CoreFoundation", "DarwinCompatibility", "LatchkeyAdministration", "Security")
    #expect(
      try options(toolset, of: "swiftCompiler") == others + [
        "-Xfrontend", "-import-module", "-Xfrontend", "Security", "-Xfrontend",
        "-import-module", "-Xfrontend", "DarwinCompatibility",
      ])
    #expect(try options(toolset, of: "cCompiler") == others)
    #expect(try options(toolset, of: "cxxCompiler") == others)
    #expect(try options(toolset, of: "linker").contains("-lLatchkey"))
    // If `Security` is omitted, the modules that import it are omitted, too.
    let without = SwiftToolset(
      installed: installed, importsModules: true, omitted: [.security, .commonCrypto])
    #expect(
      try options(without, of: "swiftCompiler")
        == search("DarwinCompatibility", "LatchkeyAdministration")
        + ["-Xfrontend", "-import-module", "-Xfrontend", "DarwinCompatibility"])
    let none = SwiftToolset(
      installed: installed, importsModules: true, omitted: InstalledModule.allCases)
    #expect(try options(none, of: "swiftCompiler").isEmpty)
  }

  @Test func unknownModuleIsRefusedWithTheKnownOnes() throws {
    let folder = try TemporaryDirectory()
    let file = Word(folder("latchkey.json").utf8)
    for words: [Word] in [
      ["swift-toolset", "--without", "UIKit", file],
      ["swift-toolset", file, "--without", "Security", "--without", "security"],
    ] {
      let run = ToolRun(words)
      #expect(run.status == 2)
      #expect(run.output.isEmpty)
      let name = words.contains("UIKit") ? "UIKit" : "security"
      #expect(
        run.errors.hasPrefix(
          "security: --without: \"\(name)\" is no installed module; these are: CommonCrypto, "
            + "CoreFoundation, DarwinCompatibility, LatchkeyAdministration, LocalAuthentication, "
            + "Security\n"))
    }
    #expect(folder.names().isEmpty)
    #expect(ToolRun(["swift-toolset", "--without"]).status == 2)
  }

  @Test(arguments: [
    ("/usr/local/bin/security", "/usr/local/lib/latchkey"), ("/bin/security", "/lib/latchkey"),
  ])
  func modulesLieBesideTheFolderOfTheTool(_ program: String, _ folder: String) {
    #expect(InstalledModules.folder(beside: program) == folder)
  }

  @Test(arguments: ["lib/latchkey/libLatchkey.so", "lib/latchkey/modules/Security.swiftmodule"])
  func fileThatIsMissingIsNoInstallation(_ file: String) throws {
    let prefix = try installation()
    unlink(prefix(file))
    #expect(throws: CommandFailure.self) {
      try InstalledModules(beside: prefix("bin/security"))
    }
  }

  @Test func commandOfAToolThatIsNotInstalledSaysSo() throws {
    let folder = try TemporaryDirectory()
    let run = ToolRun(["swift-toolset", Word(folder("latchkey.json").utf8)])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("security: swift-toolset: no Swift modules are installed "))
    #expect(folder.names().isEmpty)
    #expect(ToolRun(["swift-toolset", "a", "b"]).status == 2)
  }
}
