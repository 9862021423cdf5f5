package import CredentialHelpers
import Keychain
import KeychainModel
import PasswordTransfer

/// The program `docker-credential-latchkey`, which stores registry credentials for Docker, Podman and similar programs.
/// The program implements the protocol of docker-credential-helpers.
package struct DockerHelper: CredentialHelper {
  package static let name = "docker-credential-latchkey"
  package static let owner = CredentialOwner.docker
  package static let operations = [
    HelperOperation("store", "Keeps the user name and the secret of a server, in place of others."),
    HelperOperation("get", "Prints them."),
    HelperOperation("erase", "Removes them."),
    HelperOperation("list", "Prints the servers and their user names."),
    HelperOperation("version", "Prints the version of the helper."),
  ]

  private let keychain: HelperKeychain

  package init(_ keychain: HelperKeychain) { self.keychain = keychain }

  /// Runs an operation. The sentence of a failure is written to standard output, because Docker reads failures from
  /// standard output.
  package func run(
    _ words: [String], input: () throws(HelperFailure) -> [UInt8]
  ) -> HelperOutcome {
    do throws(HelperFailure) {
      guard words.count == 1 else {
        let names = Self.operations.map(\.name).joined(separator: "|")
        throw HelperFailure("Usage: \(Self.name) <\(names)>")
      }
      switch words[0] {
      case "store": try store(try DockerCredential(input()))
      case "get": return HelperOutcome(output: try get(try Self.serverURL(input())).text)
      case "erase": try erase(try Self.serverURL(input()))
      case "list": return HelperOutcome(output: try list())
      case "version":
        return HelperOutcome(output: Array("\(HelperProgram.versionLine(of: Self.self))\n".utf8))
      default: throw HelperFailure("Unknown credential action `\(words[0])`")
      }
      return HelperOutcome()
    } catch {
      return HelperOutcome(status: 1, output: Array("\(error.sentence)\n".utf8))
    }
  }

  /// Stores a credential. A server has only one credential, so the credentials of other accounts on the server are
  /// deleted afterwards.
  private func store(_ credential: DockerCredential) throws(HelperFailure) {
    let server = try DockerServer(credential.serverURL)
    let account = AttributeValue.string(credential.username)
    try keychain.store(
      credential.secret, as: server.identity(credential.username),
      label: CredentialOwner.dockerLabel)
    for item in try keychain.items([server.search]) where item.attributes[.account] != account {
      try keychain.delete(item)
    }
  }

  private func get(_ serverURL: String) throws(HelperFailure) -> DockerCredential {
    guard let item = try keychain.items(try DockerServer(serverURL).searches).first else {
      throw .notFound
    }
    let secret = item.secret ?? []
    guard String(validating: secret, as: UTF8.self) != nil else {
      throw HelperFailure("the secret that is stored is no text, and JSON has nothing else")
    }
    return DockerCredential(
      serverURL: serverURL, username: item.attributes[.account]?.text ?? "", secret: secret)
  }

  private func erase(_ serverURL: String) throws(HelperFailure) {
    guard try keychain.deleteAll([try DockerServer(serverURL).search]) > 0 else { throw .notFound }
  }

  /// Returns a JSON object that contains the user name for each server URL.
  private func list() throws(HelperFailure) -> [UInt8] {
    var text = Array("{".utf8)
    var listed: Set<String> = []
    for attributes in try keychain.attributes(of: AttributeSet()) {
      guard let url = DockerServer.url(of: attributes), listed.insert(url).inserted else {
        continue
      }
      if listed.count > 1 { text += ",".utf8 }
      JSONText.append(url.utf8, to: &text)
      text += ":".utf8
      JSONText.append((attributes[.account]?.text ?? "").utf8, to: &text)
    }
    return text + Array("}\n".utf8)
  }

  /// Returns the server URL in the input, without whitespace at its beginning and end.
  private static func serverURL(_ bytes: [UInt8]) throws(HelperFailure) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let trimmed = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    guard !trimmed.isEmpty else { throw .missingServerURL }
    guard let url = String(validating: trimmed, as: UTF8.self) else {
      throw HelperFailure("the server URL is not UTF-8")
    }
    return url
  }
}

/// The failures whose sentences Docker compares literally.
extension HelperFailure {
  static let notFound = HelperFailure("credentials not found in native keychain")
  static let missingServerURL = HelperFailure("no credentials server URL")
  static let missingUsername = HelperFailure("no credentials username")
}
