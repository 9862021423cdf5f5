import Foundation
import PackagePlugin

/// A plug-in that generates a source file when the package is built.
@main struct MakeNames: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let output = context.pluginWorkDirectory.appending("Names.swift")
    return [
      .buildCommand(
        displayName: "Making names", executable: try context.tool(named: "make-names").path,
        arguments: [output.string], outputFiles: [output])
    ]
  }
}
