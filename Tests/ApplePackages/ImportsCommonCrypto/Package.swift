// swift-tools-version:5.5
import PackageDescription

let package = Package(
  name: "Sealer",
  platforms: [.macOS(.v10_15), .iOS(.v13)],
  products: [.library(name: "Sealer", targets: ["Sealer"])],
  targets: [
    .target(name: "CFingerprint"),
    .target(name: "Sealer", dependencies: ["CFingerprint"]),
    .testTarget(name: "SealerTests", dependencies: ["Sealer"]),
  ]
)
