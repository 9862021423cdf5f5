import CFloor
import Foundation
import Security

/// The item for all measurements. Its service, account and label have 20 characters each, and its secret has 32 bytes.
///
/// The names look random, as if each item came from another program. So items that are added one after another are not
/// next to each other in an index.
struct TypicalItem: Sendable {
  let service: String
  let account: String
  let label: String

  static let secret = [UInt8](repeating: 42, count: 32)

  /// The families of items. Items of different families have different services.
  enum Family: UInt64 {
    case stored, local, warming, added, row, absent
  }

  init(_ index: Int, _ family: Family = .stored, service: String? = nil) {
    let seed = family.rawValue << 56 | UInt64(index) << 2
    self.service = service ?? Self.name("svce", seed)
    account = Self.name("acct", seed | 1)
    label = Self.name("labl", seed | 2)
  }

  /// Returns a name: the prefix, which has four letters, and sixteen hexadecimal digits. Different seeds give different
  /// digits.
  private static func name(_ prefix: String, _ seed: UInt64) -> String {
    let digits = String(mixed(seed), radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014), which permutes the 64-bit numbers.
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
