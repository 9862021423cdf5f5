import Keychain
import KeychainModel
import PasswordTransfer

/// The effect of an import on each item of a source.
struct ImportPlan {
  let transfer: Transfer
  let replaces: Bool
  let actions: [Action]

  /// The effect on one item.
  enum Action: Equatable {
    case added
    /// The keychain contains an equal item.
    case present
    /// The source contains an equal item before this item. `first` is the index of the equal item.
    case repeated(first: Int, hasOtherSecret: Bool)
  }

  /// - Parameter isPresent: For each item of the source, whether the keychain contains an equal item.
  init(_ transfer: Transfer, isPresent: [Bool], replaces: Bool) {
    self.transfer = transfer
    self.replaces = replaces
    var first: [[UInt8]: Int] = [:]
    var actions: [Action] = []
    for (index, item) in transfer.items.enumerated() {
      let key = item.uniquenessKey(accessGroup: Caller.loginGroup)
      if let earlier = first[key] {
        let hasOtherSecret = transfer.items[earlier].secret != item.secret
        actions.append(.repeated(first: earlier, hasOtherSecret: hasOtherSecret))
      } else {
        first[key] = index
        actions.append(isPresent[index] ? .present : .added)
      }
    }
    self.actions = actions
  }

  /// Whether the import changes anything.
  var isEffective: Bool { actions.contains { $0 == .added || replaces } }

  /// The lines that describe the import. The lines contain no secret.
  var lines: [String] {
    var lines = zip(transfer.items, actions).map(line)
    lines += transfer.unreadable.map {
      "unreadable  \(TerminalSafeText.of($0.origin)): \(TerminalSafeText.of($0.reason))"
    }
    lines += transfer.notes.map { "note: \(TerminalSafeText.of($0))" }
    return lines + [summary]
  }

  private func line(_ item: TransferItem, _ fate: Action) -> String {
    let name = "\(ItemName(item).text) (\(TerminalSafeText.of(item.origin)))"
    let taken = replaces ? "replace     " : "skip        "
    switch fate {
    case .added: return "add         \(name)"
    case .present: return "\(taken)\(name): the keychain has it"
    case .repeated(let first, let hasOtherSecret):
      let difference = hasOtherSecret ? ", with another secret" : ""
      return "\(taken)\(name): as \(TerminalSafeText.of(transfer.items[first].origin))\(difference)"
    }
  }

  private var summary: String {
    let added = actions.count { $0 == .added }
    let present = actions.count { $0 == .present }
    let repeated = actions.count - added - present
    return
      "\(added) to add, \(present) in the keychain already, \(repeated) repeated in the source, "
      + "\(transfer.unreadable.count) unreadable"
  }
}

/// The text by which a user recognizes an item.
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
