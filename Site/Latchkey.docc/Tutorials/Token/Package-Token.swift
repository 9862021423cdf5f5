// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "token-server",
  dependencies: [
    .package(url: "https://github.com/latchkey/latchkey", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "token-server",
      dependencies: [
        .product(
          name: "Security", package: "latchkey", condition: .when(platforms: [.linux]))
      ],
      path: "Sources/TokenServer")
  ]
)
