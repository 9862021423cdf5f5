// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "latchkey-benchmarks",
  dependencies: [.package(name: "latchkey", path: "..")],
  targets: [
    .systemLibrary(name: "CFloorSQLite", path: "Sources/CFloorSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CFloorOpenSSL", path: "Sources/CFloorOpenSSL", pkgConfig: "libcrypto"),
    .target(name: "CFloor", dependencies: ["CFloorSQLite", "CFloorOpenSSL"]),
    .executableTarget(
      name: "Bench", dependencies: ["CFloor", .product(name: "Security", package: "latchkey")]),
    .executableTarget(
      name: "FindOne", dependencies: [.product(name: "Security", package: "latchkey")]),
  ]
)
