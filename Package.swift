// swift-tools-version: 6.1
import PackageDescription

// Every target imports internally unless a public declaration needs more, so that a client of
// `Security` never has to find the modules below it.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "latchkey",
  products: [
    .library(name: "Security", targets: ["Security"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "LatchkeyAdministration", targets: ["LatchkeyAdministration"]),
    // libSecurity.so, once `make library` has given it that name: no two products may bear one.
    .library(name: "SecurityC", type: .dynamic, targets: ["CSecurityFunctions"]),
    .executable(name: "security", targets: ["SecurityTool"]),
    .executable(name: "git-credential-latchkey", targets: ["GitCredentialHelper"]),
    .executable(name: "docker-credential-latchkey", targets: ["DockerCredentialHelper"]),
  ],
  targets: [
    // Floor 1: system libraries and the C that Swift cannot say.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .target(name: "CPlatform", dependencies: ["CSQLite"]),
    .target(name: "CSystemd", linkerSettings: [.linkedLibrary("dl")]),

    // Floor 2: the values everyone speaks; the log; files that are created, checked and replaced
    // safely.
    .target(name: "KeychainModel", swiftSettings: strict),
    .target(
      name: "KeychainLog", dependencies: ["CPlatform", "CSystemd", "KeychainModel"],
      swiftSettings: strict),
    .target(
      name: "KeychainFiles", dependencies: ["CPlatform", "KeychainModel", "KeychainLog"],
      swiftSettings: strict),

    .target(
      name: "OpenSSLSupport", dependencies: ["COpenSSL", "KeychainModel"], swiftSettings: strict),

    // Floor 3: sealing, rows, and the keys of public-key cryptography.
    .target(
      name: "KeychainCrypto",
      dependencies: [
        "CArgon2", "COpenSSL", "CPlatform", "OpenSSLSupport", "KeychainModel", "KeychainLog",
        "KeychainFiles",
      ],
      swiftSettings: strict),
    .target(
      name: "AsymmetricKeys",
      dependencies: ["COpenSSL", "CPlatform", "OpenSSLSupport", "KeychainModel"],
      swiftSettings: strict),
    .target(
      name: "X509Certificates",
      dependencies: ["COpenSSL", "OpenSSLSupport", "KeychainModel", "AsymmetricKeys"],
      swiftSettings: strict),
    .target(
      name: "KeyFormats",
      dependencies: [
        "COpenSSL", "OpenSSLSupport", "KeychainModel", "AsymmetricKeys", "X509Certificates",
      ],
      swiftSettings: strict),
    .target(
      name: "CertificateTrust",
      dependencies: [
        "COpenSSL", "CPlatform", "OpenSSLSupport", "KeychainModel", "AsymmetricKeys",
        "X509Certificates", "KeyFormats",
      ],
      swiftSettings: strict),
    .target(
      name: "KeychainStore",
      dependencies: ["CSQLite", "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles"],
      swiftSettings: strict),

    // Floor 3: rows, sealed and opened.
    .target(
      name: "RowSealing",
      dependencies: ["CPlatform", "KeychainModel", "KeychainCrypto", "KeychainStore"],
      swiftSettings: strict),

    // Floor 4: the owner of a keychain's files and keys.
    .target(
      name: "Vault",
      dependencies: [
        "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto",
        "KeychainStore", "RowSealing",
      ],
      swiftSettings: strict),

    // Floor 4: the rules about items.
    .target(
      name: "Keychain",
      dependencies: [
        "CPlatform", "AsymmetricKeys", "X509Certificates", "CertificateTrust", "KeychainModel",
        "KeychainLog", "KeychainFiles", "KeychainCrypto", "KeychainStore", "RowSealing", "Vault",
      ],
      swiftSettings: strict),

    // Who asks a person, for the library and for the tool.
    .target(
      name: "KeychainPrompt",
      dependencies: [
        "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto", "Keychain",
      ],
      swiftSettings: strict),

    // Floor 5: Apple's names and shapes.
    .target(name: "CCollections", linkerSettings: [.linkedLibrary("Foundation")]),
    .target(
      name: "Security",
      dependencies: [
        "CCollections", "CPlatform", "AsymmetricKeys", "X509Certificates", "KeyFormats",
        "CertificateTrust", "KeychainModel", "KeychainLog", "KeychainFiles", "RowSealing",
        "Keychain", "KeychainPrompt",
      ],
      swiftSettings: strict),
    .target(
      name: "LocalAuthentication",
      dependencies: [
        "KeychainModel", "KeychainCrypto", "Keychain", "KeychainPrompt", "Security",
      ],
      swiftSettings: strict),
    .target(
      name: "LatchkeyAdministration",
      dependencies: [
        "KeychainModel", "KeychainLog", "KeychainCrypto", "Vault", "Keychain", "KeychainPrompt",
      ],
      swiftSettings: strict),

    // Floor 5: the same for programs in C.
    .target(
      name: "CSecurity", exclude: ["ConstantStrings.inc", "exports.map", "latchkey.pc.in"],
      linkerSettings: [.linkedLibrary("Foundation"), .linkedLibrary("dispatch")]),
    .target(
      name: "CSecurityFunctions",
      dependencies: [
        "CSecurity", "KeychainModel", "KeychainCrypto", "Keychain", "Security",
        "LatchkeyAdministration",
      ],
      swiftSettings: strict),

    // What code written for Apple's platforms expects beside Security; nothing here needs it.
    .target(name: "DarwinCompatibility", dependencies: ["COpenSSL"], swiftSettings: strict),
    .target(
      name: "CommonCrypto", dependencies: ["COpenSSL"],
      exclude: ["exports.map", "latchkey-commoncrypto.pc.in"]),

    // Floor 6: the tool.
    .target(name: "CWipingHeap"),
    .target(
      name: "ProgramSupport", dependencies: ["CPlatform", "KeychainFiles"], swiftSettings: strict),
    .target(
      name: "PasswordTransfer",
      dependencies: ["CPlatform", "CSystemd", "KeychainModel", "KeychainFiles", "ProgramSupport"],
      swiftSettings: strict),
    .target(
      name: "SecurityCommands",
      dependencies: [
        "CPlatform", "AsymmetricKeys", "X509Certificates", "KeyFormats", "CertificateTrust",
        "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto", "Vault", "Keychain",
        "KeychainPrompt", "PasswordTransfer", "ProgramSupport",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "SecurityTool", dependencies: ["CWipingHeap", "OpenSSLSupport", "SecurityCommands"],
      swiftSettings: strict),

    // Floor 6: the credential helpers of git and Docker.
    .target(
      name: "CredentialHelpers",
      dependencies: [
        "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles", "Keychain", "KeychainPrompt",
        "PasswordTransfer", "ProgramSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "GitCredentials",
      dependencies: ["CredentialHelpers", "KeychainModel", "Keychain", "PasswordTransfer"],
      swiftSettings: strict),
    .target(
      name: "DockerCredentials",
      dependencies: ["CredentialHelpers", "KeychainModel", "Keychain", "PasswordTransfer"],
      swiftSettings: strict),
    .executableTarget(
      name: "GitCredentialHelper",
      dependencies: ["CWipingHeap", "OpenSSLSupport", "CredentialHelpers", "GitCredentials"],
      swiftSettings: strict),
    .executableTarget(
      name: "DockerCredentialHelper",
      dependencies: ["CWipingHeap", "OpenSSLSupport", "CredentialHelpers", "DockerCredentials"],
      swiftSettings: strict),

    // What is installed beside the programs: made of what they say of themselves.
    .target(
      name: "ManualPages",
      dependencies: [
        "SecurityCommands", "CredentialHelpers", "GitCredentials", "DockerCredentials",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "manual-writer", dependencies: ["ManualPages"], path: "Sources/ManualWriter",
      swiftSettings: strict),

    // Tests, floor by floor, and what several of them share.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "LockTestSupport",
      dependencies: [
        "TestSupport", "KeychainModel", "KeychainFiles", "KeychainCrypto", "Vault", "Keychain",
      ],
      path: "Tests/LockTestSupport", swiftSettings: strict),
    .target(
      name: "ServiceTestSupport",
      dependencies: [
        "TestSupport", "LockTestSupport", "KeychainModel", "KeychainLog", "KeychainCrypto",
        "Keychain", "KeychainPrompt", "Security", "LocalAuthentication", "LatchkeyAdministration",
      ],
      path: "Tests/ServiceTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "keychain-server",
      dependencies: [
        "TestSupport", "LockTestSupport", "ServiceTestSupport", "KeychainModel", "Vault",
        "Keychain", "Security",
      ],
      path: "Tests/KeychainServer", swiftSettings: strict),
    .testTarget(
      name: "KeychainLogTests",
      dependencies: ["TestSupport", "KeychainModel", "KeychainLog"], swiftSettings: strict),
    .testTarget(
      name: "KeychainFilesTests",
      dependencies: [
        "CPlatform", "CTestSupport", "TestSupport", "KeychainModel", "KeychainLog", "KeychainFiles",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainCryptoTests",
      dependencies: [
        "CArgon2", "COpenSSL", "CTestSupport", "TestSupport", "KeychainModel",
        "KeychainFiles", "KeychainCrypto",
      ],
      resources: [.copy("Vectors")],
      swiftSettings: strict),
    .testTarget(
      name: "PublicKeysTests",
      dependencies: [
        "COpenSSL", "TestSupport", "KeychainModel", "AsymmetricKeys", "X509Certificates", "KeyFormats",
        "CertificateTrust",
      ],
      resources: [.copy("Vectors")],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainStoreTests",
      dependencies: [
        "CSQLite", "TestSupport", "KeychainModel", "KeychainFiles", "KeychainStore",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainTests",
      dependencies: [
        "CArgon2", "COpenSSL", "CSQLite", "CTestSupport", "TestSupport", "LockTestSupport",
        "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto", "KeychainStore",
        "AsymmetricKeys", "CertificateTrust", "RowSealing", "Vault", "Keychain",
      ],
      resources: [.copy("Fixtures")],
      swiftSettings: strict),
    // Processes that die at a step, for the tests of the vault.
    .target(
      name: "VaultTestSupport",
      dependencies: ["KeychainModel", "KeychainCrypto", "Vault"],
      path: "Tests/VaultTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "vault-child",
      dependencies: [
        "CTestSupport", "KeychainModel", "KeychainFiles", "KeychainCrypto", "Vault",
        "VaultTestSupport",
      ],
      path: "Tests/VaultChild", swiftSettings: strict),
    .testTarget(
      name: "VaultTests",
      dependencies: [
        "CTestSupport", "TestSupport", "KeychainModel", "KeychainFiles", "KeychainCrypto",
        "KeychainStore", "Vault", "VaultTestSupport", "vault-child",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainPromptTests",
      dependencies: [
        "TestSupport", "LockTestSupport", "KeychainModel", "KeychainLog", "KeychainCrypto",
        "Vault", "Keychain", "KeychainPrompt",
      ],
      swiftSettings: strict),
    // The behaviour of the public modules, on a keychain in this process or in another one. These tests see what
    // programs see: no declaration that is not public.
    .testTarget(
      name: "SecurityTests",
      dependencies: [
        "COpenSSL", "CTestSupport", "TestSupport", "LockTestSupport", "ServiceTestSupport",
        "keychain-server", "Security", "LocalAuthentication", "LatchkeyAdministration",
      ],
      exclude: ["Surprises/README.md"], resources: [.copy("ImportExport/Vectors")],
      packageAccess: false, swiftSettings: strict),
    // What `Security` is made of.
    .testTarget(
      name: "SecurityInternalsTests",
      dependencies: [
        "TestSupport", "ServiceTestSupport", "KeychainModel", "KeyFormats", "Keychain", "Security",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LatchkeyAdministrationTests",
      dependencies: [
        "TestSupport", "LockTestSupport", "KeychainModel", "KeychainCrypto", "Vault", "Keychain",
        "KeychainPrompt", "LatchkeyAdministration",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SecurityNamesTests",
      dependencies: [
        "TestSupport", "LockTestSupport", "KeychainModel", "KeychainCrypto", "Vault", "Keychain",
        "KeychainPrompt", "Security", "LocalAuthentication",
      ],
      resources: [.copy("Vectors")], swiftSettings: strict),

    .testTarget(
      name: "DarwinCompatibilityTests", dependencies: ["DarwinCompatibility"],
      swiftSettings: strict),
    .testTarget(
      name: "ManualPagesTests",
      dependencies: [
        "ManualPages", "manual-writer", "SecurityCommands", "CredentialHelpers", "GitCredentials",
        "DockerCredentials", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommonCryptoTests", dependencies: ["COpenSSL", "CommonCrypto"], swiftSettings: strict),
    .testTarget(
      name: "ProgramSupportTests", dependencies: ["ProgramSupport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PasswordTransferTests",
      dependencies: ["PasswordTransfer", "TestSupport", "KeychainModel"],
      resources: [.copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "SecurityCommandsTests",
      dependencies: [
        "CSQLite", "AsymmetricKeys", "KeyFormats", "SecurityCommands", "TestSupport", "LockTestSupport",
        "KeychainModel", "KeychainCrypto", "KeychainPrompt", "RowSealing", "Vault", "Keychain",
        "ProgramSupport",
      ],
      resources: [.copy("Golden"), .copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "SecurityToolTests",
      dependencies: [
        "CTestSupport", "SecurityTool", "GitCredentialHelper", "DockerCredentialHelper",
        "TestSupport", "LockTestSupport", "KeychainModel", "KeychainCrypto", "RowSealing",
        "Vault", "Keychain", "ProgramSupport",
      ],
      exclude: ["Credentials/git-session.sh", "Credentials/repository-server.py"],
      swiftSettings: strict),

    .testTarget(
      name: "CredentialHelpersTests",
      dependencies: [
        "CredentialHelpers", "GitCredentials", "DockerCredentials", "TestSupport",
        "LockTestSupport", "KeychainModel", "KeychainCrypto", "KeychainPrompt", "Vault", "Keychain",
      ],
      resources: [.copy("Vectors")],
      swiftSettings: strict),

    // Programs in C and C++, compiled by the tests.
    .testTarget(
      name: "CSecurityTests", dependencies: ["TestSupport"], exclude: ["Programs", "Vectors"],
      swiftSettings: strict),

    // Faults: processes that are killed, forked, starved and interrupted.
    .target(
      name: "TortureScript",
      dependencies: ["KeychainModel", "KeychainCrypto", "Vault", "Keychain"],
      path: "Tests/TortureScript", swiftSettings: strict),
    .target(
      name: "CFaultyCalls", path: "Tests/CFaultyCalls", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
      name: "torture-child",
      dependencies: [
        "CFaultyCalls", "CTestSupport", "TortureScript", "KeychainModel", "KeychainFiles",
        "KeychainCrypto",
        "Vault", "Keychain",
      ],
      path: "Tests/TortureChild", swiftSettings: strict),
    .executableTarget(
      name: "power-loss-child",
      dependencies: [
        "CFaultyCalls", "CTestSupport", "TortureScript", "VaultTestSupport", "KeychainModel",
        "KeychainFiles", "KeychainCrypto", "KeychainStore", "Vault", "Keychain",
      ],
      path: "Tests/PowerLossChild", swiftSettings: strict),
    .testTarget(
      name: "PowerLossTests", dependencies: ["TestSupport", "power-loss-child"],
      swiftSettings: strict),
    .testTarget(
      name: "TortureTests",
      dependencies: [
        "CTestSupport", "CSQLite", "TestSupport", "LockTestSupport", "TortureScript",
        "torture-child",
        "KeychainModel", "KeychainFiles", "KeychainCrypto", "Vault", "Keychain", "Security",
        "LatchkeyAdministration",
      ],
      swiftSettings: strict),

    // One text of client code, compiled as clients in either language mode compile it.
    .testTarget(
      name: "CompilesInSwift5",
      dependencies: ["TestSupport", "Vault", "Keychain", "Security", "LocalAuthentication"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "CompilesInSwift6",
      dependencies: ["TestSupport", "Vault", "Keychain", "Security", "LocalAuthentication"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)

// What `make install` lays down for packages that are built with a toolset file
// (docs/unmodified-packages.md): one library, and modules whose clients load none of those below. Only
// then, because nobody may depend by URL on a package with unsafe flags, and because a module named
// CoreFoundation comes before the toolchain's.
if Context.environment["LATCHKEY_INSTALLED_MODULES"] != nil {
  package.targets.append(
    .target(name: "CoreFoundation", dependencies: ["Security"], swiftSettings: strict))
  let installed = [
    "Security", "LocalAuthentication", "LatchkeyAdministration", "DarwinCompatibility",
    "CoreFoundation",
  ]
  for target in package.targets where installed.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-enable-library-evolution"]))
  }
  package.products.append(
    .library(name: "Latchkey", type: .dynamic, targets: installed + ["CommonCrypto"]))
}

// What `make bench` measures below the public functions.
if Context.environment["LATCHKEY_BENCHMARKED_MODULES"] != nil {
  package.targets.append(
    .target(
      name: "EngineBenchmarks", dependencies: ["KeychainModel", "KeychainCrypto", "Keychain"],
      path: "Benchmarks/Sources/EngineBenchmarks", swiftSettings: strict))
  package.products.append(.library(name: "EngineBenchmarks", targets: ["EngineBenchmarks"]))
}

// What is fuzzed from within (Fuzz/Package.swift): readers of bytes that strangers send, which no client
// calls itself.
if Context.environment["LATCHKEY_FUZZED_MODULES"] != nil {
  package.products.append(
    .library(
      name: "FuzzedModules",
      targets: [
        "CPlatform", "KeychainModel", "KeychainFiles", "KeychainCrypto", "KeychainStore",
        "AsymmetricKeys", "X509Certificates", "KeyFormats", "CertificateTrust", "RowSealing", "Vault", "Keychain",
        "KeychainPrompt", "PasswordTransfer",
      ]))
}
