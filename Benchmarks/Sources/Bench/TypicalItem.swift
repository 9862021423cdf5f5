import Foundation
import Security

/// The typical item: service, account and label of 20 characters, a secret of 32 bytes.
struct TypicalItem {
  let service: String
  let account: String
  let label: String

  static let secret = [UInt8](repeating: 42, count: 32)

  init(_ index: Int, service: String = "service") {
    self.service = Self.padded(service, index)
    account = Self.padded("account", index)
    label = Self.padded("label", index)
  }

  init(_ index: Int, sharedService: String) {
    self.init(index)
    self = TypicalItem(service: sharedService, account: account, label: label)
  }

  private init(service: String, account: String, label: String) {
    self.service = service
    self.account = account
    self.label = label
  }

  private static func padded(_ name: String, _ index: Int) -> String {
    let digits = String(index)
    return name + String(repeating: "-", count: 20 - name.count - digits.count) + digits
  }

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
