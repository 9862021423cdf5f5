// swift-tools-version: 6.1
import PackageDescription

// `InternalImportsByDefault` makes imports internal unless a public declaration uses the imported module. A client of
// `Security` then needs only the modules that public declarations use.
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
    // The library libSecurity.so. Two products must not have the same name, so `make library` gives the file its name.
    .library(name: "SecurityC", type: .dynamic, targets: ["CSecurityFunctions"]),
    .executable(name: "security", targets: ["SecurityTool"]),
    .executable(name: "git-credential-latchkey", targets: ["GitCredentialHelper"]),
    .executable(name: "docker-credential-latchkey", targets: ["DockerCredentialHelper"]),
    .executable(name: "keychaind", targets: ["KeychainDaemon"]),
    .executable(name: "keychain-agent", targets: ["KeychainAgentProgram"]),
    .executable(name: "latchkey-secret-service", targets: ["SecretServiceDaemon"]),
  ],
  targets: [
    // Layer 1: system libraries, and C code for calls that Swift cannot express.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .target(name: "CPlatform", dependencies: ["CSQLite"]),
    .target(name: "CSystemd", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CExpat", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CSetgidProgram"),

    // Layer 2: values that all modules use, the log, and functions that create, check and replace files safely.
    .target(name: "KeychainModel", swiftSettings: strict),
    .target(
      name: "KeychainLog", dependencies: ["CPlatform", "CSystemd", "KeychainModel"],
      swiftSettings: strict),
    .target(
      name: "KeychainFiles", dependencies: ["CPlatform", "KeychainModel", "KeychainLog"],
      swiftSettings: strict),

    .target(name: "PropertyLists", dependencies: ["KeychainModel"], swiftSettings: strict),
    .target(
      name: "OpenSSLSupport", dependencies: ["COpenSSL", "KeychainModel"], swiftSettings: strict),

    // Layer 3: encryption, the database, and public-key cryptography.
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
        "COpenSSL", "CPlatform", "OpenSSLSupport", "PropertyLists", "KeychainModel",
        "AsymmetricKeys", "X509Certificates", "KeyFormats",
      ],
      swiftSettings: strict),
    .target(
      name: "KeychainStore",
      dependencies: ["CSQLite", "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles"],
      swiftSettings: strict),

    // Layer 3: encryption and decryption of database rows.
    .target(
      name: "RowSealing",
      dependencies: ["CPlatform", "KeychainModel", "KeychainCrypto", "KeychainStore"],
      swiftSettings: strict),

    // Layer 4: the files and the keys of a keychain.
    .target(
      name: "Vault",
      dependencies: [
        "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto",
        "KeychainStore", "RowSealing",
      ],
      swiftSettings: strict),

    // Layer 3: the packets between a client and the service.
    .target(
      name: "KeychainTransport",
      dependencies: ["CPlatform", "PropertyLists", "KeychainModel", "KeychainFiles"], swiftSettings: strict),

    // Layer 4: the rules about items.
    .target(
      name: "Keychain",
      dependencies: [
        "CPlatform", "CSetgidProgram", "KeychainTransport", "AsymmetricKeys", "X509Certificates", "CertificateTrust",
        "PropertyLists", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto", "KeychainStore",
        "RowSealing", "Vault",
      ],
      swiftSettings: strict),

    // Layer 4: questions to a person, such as the question for the passcode. The library and the tool use this module.
    .target(
      name: "KeychainPrompt",
      dependencies: [
        "CPlatform", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto", "Keychain",
      ],
      swiftSettings: strict),

    // Layer 5: Apple's programming interface.
    .target(name: "CCollections", linkerSettings: [.linkedLibrary("Foundation")]),
    .target(
      name: "Security",
      dependencies: [
        "CCollections", "CPlatform", "KeychainTransport", "AsymmetricKeys", "X509Certificates", "KeyFormats",
        "CertificateTrust", "PropertyLists", "KeychainModel", "KeychainLog", "KeychainFiles", "RowSealing",
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

    // Layer 5: the functions of `Security` for programs in C.
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

    // Functions that source code for Apple's platforms expects in addition to `Security`. No other module of this
    // package uses these functions.
    .target(name: "DarwinCompatibility", dependencies: ["COpenSSL"], swiftSettings: strict),
    .target(
      name: "CommonCrypto", dependencies: ["COpenSSL"],
      exclude: ["exports.map", "latchkey-commoncrypto.pc.in"]),

    // Layer 6: the tool.
    .target(name: "CWipingHeap", dependencies: ["CPlatform"]),
    .target(
      name: "ProgramSupport", dependencies: ["CPlatform", "KeychainModel", "KeychainFiles"],
      swiftSettings: strict),
    .target(
      name: "PasswordTransfer",
      dependencies: ["CPlatform", "CSystemd", "CExpat", "KeychainModel", "KeychainFiles", "ProgramSupport"],
      swiftSettings: strict),
    .target(
      name: "SecurityCommands",
      dependencies: [
        "CPlatform", "KeychainTransport", "AsymmetricKeys", "X509Certificates", "KeyFormats", "CertificateTrust",
        "PropertyLists", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto", "Vault", "Keychain",
        "KeychainPrompt", "PasswordTransfer", "ProgramSupport",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "SecurityTool", dependencies: ["CWipingHeap", "OpenSSLSupport", "SecurityCommands"],
      swiftSettings: strict),

    // Layer 6: the service.
    .target(
      name: "KeychainServer",
      dependencies: [
        "CPlatform", "CSystemd", "PropertyLists", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto",
        "KeychainStore", "KeychainTransport", "Vault", "Keychain",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "KeychainDaemon",
      dependencies: [
        "CPlatform", "CWipingHeap", "OpenSSLSupport", "KeychainModel", "KeychainLog", "KeychainFiles",
        "KeychainCrypto", "KeychainTransport", "Vault", "KeychainServer", "ProgramSupport",
      ],
      swiftSettings: strict),

    // Layer 6: the program that shows the questions of the service to a person.
    .target(
      name: "KeychainAgent",
      dependencies: [
        "CPlatform", "CSetgidProgram", "PropertyLists", "KeychainModel", "KeychainLog", "KeychainFiles",
        "KeychainCrypto", "KeychainTransport", "Keychain", "KeychainPrompt", "ProgramSupport",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "KeychainAgentProgram", dependencies: ["CWipingHeap", "OpenSSLSupport", "KeychainAgent"],
      swiftSettings: strict),

    // Layer 6: the Secret Service of a session.
    .target(
      name: "SecretServiceServer",
      dependencies: [
        "COpenSSL", "CPlatform", "CSystemd", "OpenSSLSupport", "KeychainModel", "KeychainLog", "KeychainFiles",
        "KeychainCrypto", "Keychain", "KeychainPrompt", "PasswordTransfer",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "SecretServiceDaemon",
      dependencies: [
        "CPlatform", "CWipingHeap", "OpenSSLSupport", "KeychainModel", "KeychainLog", "Keychain", "KeychainPrompt",
        "ProgramSupport", "SecretServiceServer",
      ],
      swiftSettings: strict),

    // Layer 6: the credential helpers of git and Docker.
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

    // The manual pages and the shell completions, which are generated from the descriptions that the programs contain.
    .target(
      name: "ManualPages",
      dependencies: [
        "ProgramSupport", "SecurityCommands", "CredentialHelpers", "GitCredentials", "DockerCredentials",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "manual-writer", dependencies: ["ManualPages"], path: "Sources/ManualWriter",
      swiftSettings: strict),

    // The tests, in the order of the layers, and the code that several tests use.
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
        "CPlatform", "TestSupport", "LockTestSupport", "KeychainModel", "KeychainLog", "KeychainFiles", "KeychainCrypto",
        "KeychainTransport", "PropertyLists", "Keychain", "KeychainPrompt", "Security", "LocalAuthentication",
        "LatchkeyAdministration",
      ],
      path: "Tests/ServiceTestSupport", exclude: ["preloaded-clock.c"], swiftSettings: strict),
    .executableTarget(
      name: "keychain-server",
      dependencies: [
        "TestSupport", "LockTestSupport", "ServiceTestSupport", "KeychainModel", "Vault",
        "Keychain", "Security",
      ],
      path: "Tests/KeychainServer", swiftSettings: strict),
    // A client of the service in a process of its own, and the tests of the service.
    .executableTarget(
      name: "service-client",
      dependencies: [
        "CTestSupport", "KeychainModel", "KeychainFiles", "KeychainCrypto", "KeychainTransport", "Keychain",
      ],
      path: "Tests/ServiceClient", swiftSettings: strict),
    // Programs with the set-group-ID bit: a program of the tests, and an example.
    .executableTarget(
      name: "application-client", dependencies: ["Security", "LatchkeyAdministration", "LocalAuthentication"],
      path: "Tests/ApplicationClient", swiftSettings: strict),
    .executableTarget(
      name: "protected-note", dependencies: ["Security", "LatchkeyAdministration"],
      path: "Examples/Sources/ProtectedNote", swiftSettings: strict),
    .testTarget(
      name: "KeychainTransportTests",
      dependencies: [
        "CPlatform", "TestSupport", "PropertyLists", "KeychainModel", "KeychainFiles", "KeychainTransport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainServerTests",
      dependencies: [
        "CPlatform", "CTestSupport", "TestSupport", "LockTestSupport", "PropertyLists", "KeychainModel", "KeychainLog",
        "KeychainFiles", "KeychainCrypto", "KeychainTransport", "Vault", "Keychain", "KeychainServer", "KeychainDaemon",
        "AsymmetricKeys", "service-client",
      ],
      exclude: ["Attacks/attacker.py"], swiftSettings: strict),
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
        "COpenSSL", "TestSupport", "KeychainModel", "PropertyLists", "AsymmetricKeys", "X509Certificates",
        "KeyFormats", "CertificateTrust",
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
    // The module for tests that kill a process at a selected step of a change to the vault.
    .target(
      name: "VaultTestSupport",
      dependencies: ["KeychainModel", "KeychainFiles", "KeychainCrypto", "Vault"],
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
    // Tests of the public modules, with a keychain in the process of the test or in another process. These tests use
    // only public declarations, as programs do.
    .testTarget(
      name: "SecurityTests",
      dependencies: [
        "COpenSSL", "CTestSupport", "TestSupport", "LockTestSupport", "ServiceTestSupport",
        "keychain-server", "KeychainDaemon", "Security", "LocalAuthentication", "LatchkeyAdministration",
      ],
      exclude: ["Surprises/README.md"], resources: [.copy("ImportExport/Vectors")],
      packageAccess: false, swiftSettings: strict),
    // Tests of the internal declarations of `Security`.
    .testTarget(
      name: "SecurityInternalsTests",
      dependencies: [
        "TestSupport", "ServiceTestSupport", "KeychainModel", "KeychainTransport", "KeyFormats", "Keychain", "Security",
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
        "ManualPages", "manual-writer", "ProgramSupport", "SecurityCommands", "CredentialHelpers", "GitCredentials",
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
        "CTestSupport", "SecurityTool", "KeychainDaemon", "KeychainAgentProgram", "GitCredentialHelper", "DockerCredentialHelper",
        "application-client", "protected-note", "TestSupport", "LockTestSupport", "KeychainModel", "KeychainCrypto",
        "RowSealing",
        "Vault", "Keychain", "ProgramSupport",
      ],
      exclude: [
        "Credentials/git-session.sh", "Credentials/repository-server.py", "Places/start-keychaind.py",
        "Places/attack-program.py", "Places/daemon-machine.sh", "Places/agent-machine.sh", "Places/terminal-agent.py",
      ],
      swiftSettings: strict),

    .testTarget(
      name: "SecretServiceTests",
      dependencies: [
        "SecretServiceServer", "SecretServiceDaemon", "SecurityTool", "KeychainDaemon", "KeychainAgentProgram",
        "TestSupport", "KeychainModel", "KeychainCrypto", "KeychainFiles", "KeychainPrompt", "Keychain",
      ],
      exclude: ["Clients"], swiftSettings: strict),

    .testTarget(
      name: "CredentialHelpersTests",
      dependencies: [
        "CredentialHelpers", "GitCredentials", "DockerCredentials", "TestSupport",
        "LockTestSupport", "KeychainModel", "KeychainCrypto", "KeychainPrompt", "Vault", "Keychain", "ProgramSupport",
      ],
      resources: [.copy("Vectors")],
      swiftSettings: strict),

    // Tests that compile and run programs in C and C++.
    .testTarget(
      name: "CSecurityTests", dependencies: ["TestSupport"], exclude: ["Programs", "Vectors"],
      swiftSettings: strict),

    // Tests of faults: processes are killed, forked, interrupted by signals, or deprived of resources.
    .target(
      name: "TortureScript",
      dependencies: ["KeychainModel", "KeychainFiles", "KeychainCrypto", "Vault", "Keychain"],
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

    // The same client code, compiled in the language modes 5 and 6 of Swift.
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

// The library and the modules that `make install` provides for packages that are built with a toolset file
// (docs/unmodified-packages.md). A client that imports these modules loads no other module of this package. The library
// is built only if the environment variable is set, for two reasons. SwiftPM rejects a dependency by URL on a package
// with unsafe flags. The module CoreFoundation takes precedence over the toolchain's module of the same name.
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

// The benchmarks of modules below the public interface, for `make bench`.
if Context.environment["LATCHKEY_BENCHMARKED_MODULES"] != nil {
  package.targets.append(
    .target(
      name: "EngineBenchmarks",
      dependencies: [
        "CPlatform", "KeychainModel", "KeychainCrypto", "KeychainFiles", "KeychainTransport", "Vault", "Keychain",
        "KeychainServer",
      ],
      path: "Benchmarks/Sources/EngineBenchmarks", swiftSettings: strict))
  package.products.append(.library(name: "EngineBenchmarks", targets: ["EngineBenchmarks"]))
}

// The internal modules that the fuzzers call directly (Fuzz/Package.swift). These modules parse bytes from untrusted
// sources.
if Context.environment["LATCHKEY_FUZZED_MODULES"] != nil {
  package.products.append(
    .library(
      name: "FuzzedModules",
      targets: [
        "CPlatform", "KeychainModel", "PropertyLists", "KeychainFiles", "KeychainCrypto", "KeychainStore",
        "AsymmetricKeys", "X509Certificates", "KeyFormats", "CertificateTrust", "RowSealing", "Vault", "Keychain",
        "KeychainTransport", "KeychainPrompt", "PasswordTransfer",
      ]))
}
