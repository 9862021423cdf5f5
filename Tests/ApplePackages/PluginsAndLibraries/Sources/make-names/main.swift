import Foundation

let text = "/// Where keys are.\npublic let vaultTag = \"com.example.vault\"\n"
try text.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
