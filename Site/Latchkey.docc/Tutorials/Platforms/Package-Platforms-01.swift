// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "site-password",
  platforms: [.macOS(.v13)],
  targets: [
    .executableTarget(
      name: "site-password",
      path: "Sources/SitePassword")
  ]
)
