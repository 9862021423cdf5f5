import KeychainModel
import PasswordTransfer

/// The text that identifies an item to a person.
struct ItemName {
  let text: String

  init(_ item: TransferItem) {
    let names: [AttributeName] =
      item.itemClass == .internetPassword ? [.server, .path, .account] : [.service, .account]
    let shown = names.compactMap { item.attributes[$0] }.compactMap(Self.text)
    text = ([item.itemClass.rawValue] + shown).joined(separator: " ")
  }

  private static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : "\"\(TerminalSafeText.of(text))\""
    case .data(let bytes): "(\(counted(bytes.count, "byte")))"
    case .number, .date: nil
    }
  }
}
