// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "latchkey-examples",
  dependencies: [.package(name: "latchkey", path: "..")],
  targets: [
    .executableTarget(
      name: "server-credentials",
      dependencies: [
        .product(name: "Security", package: "latchkey", condition: .when(platforms: [.linux]))
      ],
      path: "Sources/ServerCredentials")
  ]
)
