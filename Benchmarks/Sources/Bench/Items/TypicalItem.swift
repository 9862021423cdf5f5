import CFloor
import Foundation
import Security

/// The typical item. Service, account and label have 20 characters, and the secret has 32 bytes.
///
/// The names look random, as if each item came from another program. So items that were added one after another are
/// not neighbours in an index of the keychain or the floor.
struct TypicalItem: Sendable {
  let service: String
  let account: String
  let label: String

  static let secret = [UInt8](repeating: 42, count: 32)

  /// Items of different families have different services.
  enum Family: UInt64 {
    case stored, local, warming, added, row, absent
  }

  init(_ index: Int, _ family: Family = .stored, service: String? = nil) {
    let seed = family.rawValue << 56 | UInt64(index) << 2
    self.service = service ?? Self.name("svce", seed)
    account = Self.name("acct", seed | 1)
    label = Self.name("labl", seed | 2)
  }

  /// Returns four letters and sixteen hexadecimal digits. Different seeds give different names.
  private static func name(_ prefix: String, _ seed: UInt64) -> String {
    let digits = String(mixed(seed), radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// SplitMix64's finalizer (Steele, Lea, Flood 2014): a permutation of 64-bit numbers.
  private static func mixed(_ seed: UInt64) -> UInt64 {
    var value = seed &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

// MARK: As dictionaries

extension TypicalItem {
  func query(_ further: [String: Any] = [:]) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
    ]
    for (key, value) in further { query[key] = value }
    return query
  }

  func item(_ further: [String: Any] = [:]) -> [String: Any] {
    var item = query(further)
    item[kSecAttrLabel as String] = label
    item[kSecValueData as String] = Data(Self.secret)
    return item
  }
}

// MARK: As the floor takes it

extension TypicalItem {
  func withFloorItem<Result>(_ body: (UnsafePointer<floor_item>) -> Result) -> Result {
    service.withCString { service in
      account.withCString { account in
        label.withCString { label in
          Self.secret.withUnsafeBufferPointer { secret in
            var item = floor_item(
              service: service, account: account, label: label, secret: secret.baseAddress,
              length: Int32(secret.count))
            return body(&item)
          }
        }
      }
    }
  }
}
