// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "Keychain",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Keychain", targets: ["Keychain"])],
  targets: [
    .target(name: "Keychain"),
    .testTarget(name: "KeychainTests", dependencies: ["Keychain"]),
  ]
)
