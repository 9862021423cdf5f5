import Foundation
import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats

/// A row of keys.tsv, and the key file that the row names.
struct KeyFile {
  let name: String
  let passphrase: [UInt8]?
  let status: Int32
  let format: ExternalFormat?
  let type: ExternalItemType?
  let external: [UInt8]?

  static func all() throws -> [KeyFile] { try table("keys").map(KeyFile.init) }

  init(_ row: [String]) throws {
    name = row[0]
    passphrase = row[1] == "-" ? nil : Array(row[1].utf8)
    status = try #require(Int32(row[2]))
    format = UInt32(row[3]).flatMap(ExternalFormat.init)
    type = UInt32(row[4]).flatMap(ExternalItemType.init)
    external = row[5] == "-" ? nil : bytes(row[5])
  }

  func content() throws -> [UInt8] { try Self.content(of: name) }

  static func content(of name: String) throws -> [UInt8] {
    let folder = try #require(
      Bundle.module.url(forResource: "keys", withExtension: nil, subdirectory: "Vectors"))
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// Reads items from bytes.
func read(_ bytes: [UInt8], passphrase: [UInt8]? = nil) throws(KeychainError) -> ExternalContent {
  let source = PassphraseSource { () throws(KeychainError) in passphrase }
  return try ExternalItemReader(passphrase: source).read(bytes)
}

/// The key in a content that contains only one item.
func onlyKey(_ content: ExternalContent) throws -> AsymmetricKey {
  guard content.items.count == 1, case .key(.asymmetric(let key)) = content.items[0] else {
    throw KeychainError(.unexpected, "not one key")
  }
  return key
}
