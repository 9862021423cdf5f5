// swift-tools-version:5.5
import PackageDescription

let package = Package(
  name: "TokenStore",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6)],
  products: [
    .library(name: "TokenStore", targets: ["TokenStore"]),
    .executable(name: "token-store", targets: ["token-store"]),
  ],
  targets: [
    .target(name: "TokenStore", linkerSettings: [.linkedFramework("Security")]),
    .executableTarget(name: "token-store", dependencies: ["TokenStore"]),
    .testTarget(name: "TokenStoreTests", dependencies: ["TokenStore"]),
  ]
)
