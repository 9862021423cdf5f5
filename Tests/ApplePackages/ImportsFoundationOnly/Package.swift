// swift-tools-version:5.3
import PackageDescription

let package = Package(
  name: "Preferences",
  platforms: [.macOS(.v10_13), .iOS(.v11)],
  products: [.library(name: "Preferences", targets: ["Preferences"])],
  targets: [
    .target(name: "LinuxSupport"),
    .target(name: "Preferences", dependencies: ["LinuxSupport"]),
    .testTarget(name: "PreferencesTests", dependencies: ["Preferences"]),
  ]
)
