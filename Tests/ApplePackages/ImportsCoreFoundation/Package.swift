// swift-tools-version:5.7
import PackageDescription

let package = Package(
  name: "Records",
  platforms: [.macOS(.v11), .iOS(.v14)],
  products: [.library(name: "Records", targets: ["Records"])],
  targets: [
    .target(name: "Records"),
    .testTarget(name: "RecordsTests", dependencies: ["Records"]),
  ]
)
