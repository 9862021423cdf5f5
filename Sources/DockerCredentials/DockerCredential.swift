import CredentialHelpers
import PasswordTransfer

/// A credential in Docker's format: a JSON object with three strings.
struct DockerCredential: Equatable {
  let serverURL: String
  let username: String
  let secret: [UInt8]

  init(serverURL: String, username: String, secret: [UInt8]) {
    self.serverURL = serverURL
    self.username = username
    self.secret = secret
  }

  /// - Throws: A failure if the bytes are not a JSON object with three strings. For a missing server or user name, the
  ///   failure has the sentence that Docker expects.
  init(_ bytes: [UInt8]) throws(HelperFailure) {
    let value: JSONValue
    do throws(TransferFailure) {
      value = try Self.parse(bytes)
    } catch {
      throw HelperFailure("the credentials are no JSON: \(error.sentence)")
    }
    guard case .object(let object) = value else {
      throw HelperFailure("the credentials are no JSON object")
    }
    let url = try Self.text("ServerURL", in: object)
    guard !url.isEmpty else { throw .missingServerURL }
    let name = try Self.text("Username", in: object)
    guard !name.isEmpty else { throw .missingUsername }
    serverURL = String(decoding: url, as: UTF8.self)
    username = String(decoding: name, as: UTF8.self)
    secret = try Self.text("Secret", in: object)
  }

  private static func parse(_ bytes: [UInt8]) throws(TransferFailure) -> JSONValue {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(TransferFailure) in try JSONParser.parse(buffer) }
    }
    return try result.get()
  }

  /// Returns the bytes of a member. Returns no bytes if the member is missing or null. As in Docker, the names of
  /// members are compared without regard to case.
  private static func text(
    _ name: String, in object: JSONObject
  ) throws(HelperFailure) -> [UInt8] {
    let lowercase = name.lowercased()
    guard let member = object.members.first(where: { $0.name.lowercased() == lowercase }) else {
      return []
    }
    switch member.value {
    case .string(let bytes): return bytes
    case .null: return []
    default: throw HelperFailure("\(name) is no string")
    }
  }

  /// The credential as a JSON object on one line.
  var text: [UInt8] {
    var text = Array("{\"ServerURL\":".utf8)
    JSONText.append(serverURL.utf8, to: &text)
    text += ",\"Username\":".utf8
    JSONText.append(username.utf8, to: &text)
    text += ",\"Secret\":".utf8
    JSONText.append(secret, to: &text)
    text += "}\n".utf8
    return text
  }
}
