// swift-tools-version: 6.1
import PackageDescription

// This package is built with `swift build --sanitize fuzzer` (make fuzz), which adds libFuzzer and its `main`. The
// package `latchkey` has the product "FuzzedModules" only if LATCHKEY_FUZZED_MODULES is set. That product contains the
// internal modules, which the fuzzers import as tests do.
let fuzzed: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]

let package = Package(
  name: "latchkey-fuzz",
  dependencies: [.package(name: "latchkey", path: "..")],
  targets: [
    .target(name: "FuzzSupport", path: "Sources/FuzzSupport"),
    .executableTarget(
      name: "fuzz-keys",
      dependencies: ["FuzzSupport", .product(name: "Security", package: "latchkey")],
      path: "Sources/fuzz-keys", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-queries",
      dependencies: ["FuzzSupport", .product(name: "Security", package: "latchkey")],
      path: "Sources/fuzz-queries", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-certificates",
      dependencies: ["FuzzSupport", .product(name: "Security", package: "latchkey")],
      path: "Sources/fuzz-certificates", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-imports",
      dependencies: ["FuzzSupport", .product(name: "Security", package: "latchkey")],
      path: "Sources/fuzz-imports", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-objects",
      dependencies: ["FuzzSupport", .product(name: "Security", package: "latchkey")],
      path: "Sources/fuzz-objects", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-revocation",
      dependencies: ["FuzzSupport", .product(name: "Security", package: "latchkey")],
      path: "Sources/fuzz-revocation", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-transfers",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-transfers", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-property-lists",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-property-lists", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-assuan",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-assuan", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-backups",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-backups", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-vault",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-vault", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-messages",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-messages", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-calls",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-calls", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-packets",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-packets", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-copies",
      dependencies: ["FuzzSupport", .product(name: "FuzzedModules", package: "latchkey")],
      path: "Sources/fuzz-copies", swiftSettings: fuzzed),
  ]
)
