// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "latchkey-benchmarks",
  dependencies: [.package(name: "latchkey", path: "..")],
  targets: [
    .systemLibrary(name: "CFloorSQLite", path: "Sources/CFloorSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CFloorOpenSSL", path: "Sources/CFloorOpenSSL", pkgConfig: "libcrypto"),
    .target(name: "CFloor", dependencies: ["CFloorSQLite", "CFloorOpenSSL"]),
    // The package `latchkey` has the product "EngineBenchmarks" only if LATCHKEY_BENCHMARKED_MODULES is set.
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CFloor", .product(name: "Security", package: "latchkey"),
        .product(name: "EngineBenchmarks", package: "latchkey"),
      ]),
    .executableTarget(
      name: "FindOne", dependencies: [.product(name: "Security", package: "latchkey")]),
  ]
)
