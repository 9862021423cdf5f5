// swift-tools-version: 6.1
import PackageDescription

let security: Target.Dependency = .product(
  name: "Security", package: "latchkey", condition: .when(platforms: [.linux]))

let package = Package(
  name: "shared-group",
  dependencies: [
    .package(url: "https://github.com/latchkey/latchkey", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "shared-group-writer", dependencies: [security],
      path: "Sources/SharedGroupWriter"),
    .executableTarget(
      name: "shared-group-reader", dependencies: [security],
      path: "Sources/SharedGroupReader"),
  ]
)
