// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Prompts",
  platforms: [.macOS(.v12), .iOS(.v15)],
  products: [.library(name: "Prompts", targets: ["Prompts"])],
  targets: [
    .target(name: "Prompts"),
    .testTarget(name: "PromptsTests", dependencies: ["Prompts"]),
  ]
)
