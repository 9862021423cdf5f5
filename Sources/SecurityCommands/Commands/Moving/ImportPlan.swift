import Keychain
import KeychainModel
import PasswordTransfer

/// The effect of an import on each item of a source.
struct ImportPlan {
  let transfer: Transfer
  let replaces: Bool
  let fates: [Fate]

  /// The effect on one item.
  enum Fate: Equatable {
    case added
    /// The keychain contains an equal item.
    case present
    /// The source contains an equal item before this one.
    case repeated(first: Int, hasOtherSecret: Bool)
  }

  /// - Parameter isPresent: For each item, whether the keychain contains an equal one.
  init(_ transfer: Transfer, isPresent: [Bool], replaces: Bool) {
    self.transfer = transfer
    self.replaces = replaces
    var first: [[UInt8]: Int] = [:]
    var fates: [Fate] = []
    for (index, item) in transfer.items.enumerated() {
      let key = item.uniquenessKey(accessGroup: Caller.loginGroup)
      if let earlier = first[key] {
        let hasOtherSecret = transfer.items[earlier].secret != item.secret
        fates.append(.repeated(first: earlier, hasOtherSecret: hasOtherSecret))
      } else {
        first[key] = index
        fates.append(isPresent[index] ? .present : .added)
      }
    }
    self.fates = fates
  }

  /// Whether the import changes anything.
  var isEffective: Bool { fates.contains { $0 == .added || replaces } }

  /// The lines that describe the import. They contain no secret.
  var lines: [String] {
    var lines = zip(transfer.items, fates).map(line)
    lines += transfer.unreadable.map {
      "unreadable  \(ShownText.of($0.origin)): \(ShownText.of($0.reason))"
    }
    lines += transfer.notes.map { "note: \(ShownText.of($0))" }
    return lines + [summary]
  }

  private func line(_ item: TransferItem, _ fate: Fate) -> String {
    let name = "\(ItemName(item).text) (\(ShownText.of(item.origin)))"
    let taken = replaces ? "replace     " : "skip        "
    switch fate {
    case .added: return "add         \(name)"
    case .present: return "\(taken)\(name): the keychain has it"
    case .repeated(let first, let hasOtherSecret):
      let difference = hasOtherSecret ? ", with another secret" : ""
      return "\(taken)\(name): as \(ShownText.of(transfer.items[first].origin))\(difference)"
    }
  }

  private var summary: String {
    let added = fates.count { $0 == .added }
    let present = fates.count { $0 == .present }
    let repeated = fates.count - added - present
    return
      "\(added) to add, \(present) in the keychain already, \(repeated) repeated in the source, "
      + "\(transfer.unreadable.count) unreadable"
  }
}
