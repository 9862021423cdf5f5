// swift-tools-version: 6.1
import PackageDescription

let security: Target.Dependency = .product(
  name: "Security", package: "latchkey", condition: .when(platforms: [.linux]))

let package = Package(
  name: "tls",
  dependencies: [
    .package(url: "https://github.com/latchkey/latchkey", from: "0.1.0")
  ],
  targets: [
    .systemLibrary(
      name: "CTLS", path: "Sources/CTLS",
      pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .executableTarget(
      name: "tls-server", dependencies: ["CTLS", security],
      path: "Sources/TLSServer"),
    .executableTarget(
      name: "tls-client", dependencies: ["CTLS", security],
      path: "Sources/TLSClient"),
  ]
)
