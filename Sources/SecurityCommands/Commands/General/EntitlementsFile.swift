import KeychainModel
import PasswordTransfer
import PropertyLists

/// Reads entitlements files. The tool reads only property lists in XML.
enum EntitlementsFile {
  /// The reason why a program cannot use this entitlements file.
  struct Failure: Error {
    let reason: String
  }

  /// Returns a text with the access groups that the file grants. If the file grants no access groups, the text contains
  /// the number of entitlements.
  static func summary(_ path: [UInt8]) throws(Failure) -> String {
    let bytes: [UInt8]
    do throws(TransferFailure) {
      let content = try SourceFile.read(path)
      bytes = content.withUnsafeBytes { Array($0) }
    } catch {
      throw Failure(reason: error.sentence)
    }
    guard case .dictionary(let values)? = try? PropertyListValue(file: bytes) else {
      throw Failure(reason: "it is no property list with a dictionary")
    }
    guard case .array(let groups)? = values["keychain-access-groups"] else {
      return "\(values.count) entitlements, no keychain-access-groups"
    }
    let names = groups.compactMap { if case .string(let name) = $0 { name } else { nil } }
    guard names.count == groups.count else {
      throw Failure(reason: "keychain-access-groups has a member that is no string")
    }
    return "access groups \(names.joined(separator: ", "))"
  }
}
