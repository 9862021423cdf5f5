// swift-tools-version: 6.1
import PackageDescription

// Makes the target of an example. On Linux, the module `Security` comes from the package latchkey. On an Apple
// platform, `Security` is Apple's framework, and the dependency on the package latchkey is not used.
func example(
  _ name: String, _ folder: String, beside further: [Target.Dependency] = []
) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      .product(name: "Security", package: "latchkey", condition: .when(platforms: [.linux]))
    ] + further,
    path: "Sources/\(folder)")
}

let administration: Target.Dependency = .product(
  name: "LatchkeyAdministration", package: "latchkey", condition: .when(platforms: [.linux]))

let package = Package(
  name: "latchkey-examples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "latchkey", path: "..")],
  targets: [
    example("server-credentials", "ServerCredentials"),
    example("token-server", "TokenServer"),
    example("site-password", "SitePassword"),
    example("saved-dictionary", "SavedDictionary"),
    example("keychain-item", "KeychainItem"),
    example("password-list", "PasswordList"),
    example("background-passwords", "BackgroundPasswords"),
    example("shared-group-writer", "SharedGroupWriter"),
    example("shared-group-reader", "SharedGroupReader"),
    example("message-signer", "MessageSigner"),
    example("message-verifier", "MessageVerifier"),
    example("identity-signer", "IdentitySigner"),
    example("identity-verifier", "IdentityVerifier"),
    example("guarded-note", "GuardedNote", beside: [administration]),
    .systemLibrary(
      name: "CTLS", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
    example("tls-server", "TLSServer", beside: ["CTLS"]),
    example("tls-client", "TLSClient", beside: ["CTLS"]),
  ]
)

// These examples are built only on Linux, because Apple's platforms have no module like LatchkeyAdministration.
#if os(Linux)
  package.targets.append(
    .executableTarget(
      name: "keychain-care", dependencies: [administration], path: "Sources/KeychainCare"))
  package.targets.append(example("protected-note", "ProtectedNote", beside: [administration]))
#endif
