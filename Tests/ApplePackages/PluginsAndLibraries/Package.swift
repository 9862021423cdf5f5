// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Vault",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Vault", type: .dynamic, targets: ["Vault"])],
  targets: [
    .executableTarget(name: "make-names"),
    .plugin(name: "MakeNames", capability: .buildTool(), dependencies: ["make-names"]),
    .target(name: "Vault", plugins: ["MakeNames"]),
    .testTarget(name: "VaultTests", dependencies: ["Vault"]),
  ]
)
