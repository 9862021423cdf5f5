// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Gate",
  platforms: [.macOS(.v12), .iOS(.v15), .visionOS(.v1)],
  products: [.library(name: "Gate", targets: ["Gate"])],
  targets: [
    .target(name: "Gate"),
    .testTarget(name: "GateTests", dependencies: ["Gate"]),
  ]
)
