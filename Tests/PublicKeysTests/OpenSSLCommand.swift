import Foundation
import TestSupport

@testable import AsymmetricKeys

/// Runs the `openssl` command with files in a temporary folder.
struct OpenSSLCommand {
  static let path = "/usr/bin/openssl"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  struct Failure: Error { let arguments: [String] }

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes an input file for the command. Returns the path of the file.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try folder.write(bytes, to: name)
    return folder(name)
  }

  /// Runs the command. Returns the output of the command, or nil when the command failed.
  ///
  /// - Parameter last: The arguments after all options.
  func run(_ arguments: [String], last: [String] = []) throws -> [UInt8]? {
    let output = folder("output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = arguments + ["-out", output] + last
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return try folder.read("output")
  }

  /// Writes a key to a file: PKCS#1 or SEC 1 for a private key, `SubjectPublicKeyInfo` for a public key. Returns the
  /// arguments of `openssl` that name the file.
  func key(_ key: AsymmetricKey) throws -> [String] {
    let name = key.isPrivate ? "private" : "public"
    let bytes: [UInt8]
    switch key.kind {
    case .rsa:
      bytes =
        key.isPrivate
        ? try key.externalRepresentation() : TestDER.rsaPublicKeyInfo(key.publicRepresentation)
    case .ellipticCurve(let curve):
      bytes =
        key.isPrivate
        ? TestDER.ellipticCurvePrivateKey(curve, try key.externalRepresentation())
        : TestDER.ellipticCurvePublicKeyInfo(curve, key.publicRepresentation)
    }
    return ["-inkey", try file(name, bytes), "-keyform", "DER"] + (key.isPrivate ? [] : ["-pubin"])
  }

  /// Runs `openssl pkeyutl`.
  func use(
    _ operation: String, _ key: AsymmetricKey, _ input: [UInt8], _ options: [String] = [],
    signature: [UInt8]? = nil
  ) throws -> [UInt8]? {
    var arguments = ["pkeyutl", "-" + operation] + (try self.key(key))
    arguments += ["-in", try file("input", input)]
    if let signature { arguments += ["-sigfile", try file("signature", signature)] }
    return try run(arguments + options.flatMap { ["-pkeyopt", $0] })
  }
}
