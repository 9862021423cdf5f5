import KeychainModel

/// Reads the XML that KeePassXC and KeePass 2 export: groups of entries, with the passwords in the clear.
package enum KeePassReader {
  /// Reads a whole file.
  ///
  /// - Throws: A failure if any part of the file is malformed. Nothing is imported after a failure.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> Transfer {
    let document = KeePassDocument()
    try XMLDocument.parse(bytes, document)
    return try document.finished()
  }
}

/// Collects the entries of a document while it is parsed.
private final class KeePassDocument: XMLHandler {
  /// A group, or a deleted group whose entries are left out.
  private struct Group {
    var name = ""
    var isDeleted: Bool
  }

  /// The largest number of elements that contain each other.
  private static let largestDepth = 256

  private var path: [String] = []
  private var groups: [Group] = []
  private var entry: KeePassEntry?
  /// The number of elements `History` that contain the present element.
  private var historyDepth = 0
  /// The text of the present element.
  private var text: [UInt8] = []
  private var attributes: [String: String] = [:]
  private var recycleBin = ""
  private var hasRecycleBin = true
  private var hasRoot = false

  private var transfer = Transfer()
  private var losses = KeePassLosses()

  func begin(_ name: String, _ attributes: [String: String]) throws(TransferFailure) {
    guard path.count < Self.largestDepth else { throw TransferFailure("the elements are nested too deeply") }
    if path.isEmpty {
      guard name == "KeePassFile" else { throw TransferFailure("this is not the XML of KeePass") }
    }
    switch (path.last, name) {
    case ("KeePassFile", "Root"): hasRoot = true
    case ("Root", "Group"), ("Group", "Group"):
      groups.append(Group(isDeleted: groups.last?.isDeleted == true))
    case ("Group", "Entry"): entry = KeePassEntry()
    case ("Entry", "History"): historyDepth += 1
    default: break
    }
    path.append(name)
    text.wipe()
    text = []
    self.attributes = attributes
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    guard text.count + bytes.count <= Limits.secretByteCount else {
      throw TransferFailure("a value is larger than \(Limits.secretByteCount) bytes")
    }
    text.append(contentsOf: bytes)
  }

  func end(_ name: String) throws(TransferFailure) {
    path.removeLast()
    defer {
      text.wipe()
      text = []
    }
    guard historyDepth == 0 || name == "History" else { return }
    switch (path.last, name) {
    case ("Entry", "History"): historyDepth -= 1
    case ("Meta", "RecycleBinUUID"): recycleBin = value
    case ("Meta", "RecycleBinEnabled"): hasRecycleBin = value.lowercased() != "false"
    case ("Group", "UUID") where hasRecycleBin && !recycleBin.isEmpty && value == recycleBin:
      if !groups.isEmpty { groups[groups.count - 1].isDeleted = true }
    case ("Group", "Name"): if !groups.isEmpty { groups[groups.count - 1].name = value }
    case ("Root", "Group"), ("Group", "Group"): groups.removeLast()
    case ("Group", "Entry"): endEntry()
    case ("String", "Key"): entry?.key = value
    case ("String", "Value"): entry?.set(text, attributes)
    case ("Entry", "String"): entry?.endString()
    case ("Entry", "Binary"): entry?.attachments += 1
    case ("Times", "CreationTime") where path.dropLast().last == "Entry": entry?.created = KeePassTime.date(value)
    default: break
    }
  }

  private var value: String { String(decoding: text, as: UTF8.self) }

  private func endEntry() {
    guard let entry else { return }
    self.entry = nil
    if groups.last?.isDeleted == true {
      losses.deleted += 1
      return
    }
    // The first group has the name of the database.
    let origin = (groups.dropFirst().map(\.name) + [entry.title]).joined(separator: "/")
    if let reason = entry.unreadable {
      transfer.addUnreadable(origin, reason)
      return
    }
    let password = entry.passwordEntry(origin: origin)
    guard password.isNamed else {
      transfer.addUnreadable(origin, "no title, no address and no user name")
      return
    }
    for item in password.items { transfer.add(item) }
    losses.note(entry, password)
  }

  func finished() throws(TransferFailure) -> Transfer {
    guard hasRoot else { throw TransferFailure("this is not the XML of KeePass") }
    for sentence in losses.sentences { transfer.addNote(sentence) }
    return transfer
  }
}
