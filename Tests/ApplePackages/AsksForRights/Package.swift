// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Vault",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Vault", targets: ["Vault"])],
  targets: [
    .target(name: "Vault"),
    .testTarget(name: "VaultTests", dependencies: ["Vault"]),
  ]
)
