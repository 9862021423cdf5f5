import KeychainModel

// The methods of a prompt, and the ends of prompts.

extension SecretService {
  func answerPrompt(_ call: BusMessage, _ member: String, _ object: ObjectPath) throws(BusError) {
    guard case .prompt(let name) = object else { throw .unknownObject }
    switch member {
    case "Prompt":
      try call.require(signature: "s")
      // The identifier of a window is of no use to a pinentry.
      _ = try call.text()
      try prompts.begin(name, by: call.sender)
      try bus.reply(to: call)
    default:
      try call.require(signature: "")
      let prompt = try prompts.dismiss(name, by: call.sender)
      try bus.reply(to: call)
      complete(prompt, isDismissed: true, .none)
      prompt.isEnded = true
    }
  }

  /// Reports the outcomes of the prompts whose questions have ended.
  func finishPrompts() {
    for (prompt, outcome) in prompts.takeFinished() { finish(prompt, outcome) }
  }

  /// The result in the signal `Completed`.
  private enum Result {
    case none
    case object(String)
    case objects([String])
  }

  private func finish(_ prompt: PromptTable.Prompt, _ outcome: PromptAction.Outcome) {
    // The properties in the signals are those that the program of the prompt sees.
    caller = prompt.owner
    switch outcome {
    case .unlocked(let names, let entries, let refused):
      if !prompt.isEnded {
        consent.allow(prompt.action.program, of: prompt.owner)
        authorized.add(entries, for: prompt.owner)
      }
      finishUnlocking(prompt, names, prompt.isEnded ? [] : entries, refused: refused)
    case .created(let keychain):
      let name = collections.created(keychain)
      if !prompt.alias.isEmpty {
        _ = try? answering { () throws(KeychainError) in try collections.setAlias(prompt.alias, to: name) }
      }
      let path = ObjectPath.path(ofCollection: name)
      signal(service: "CollectionCreated", collection: path)
      complete(prompt, isDismissed: false, .object(path))
      signalCollections()
    case .deleted:
      for (path, _) in prompt.paths { signal(service: "CollectionDeleted", collection: path) }
      complete(prompt, isDismissed: false, .object(ObjectPath.none))
      signalCollections()
    case .dismissed:
      complete(prompt, isDismissed: true, .none)
    }
  }

  private func finishUnlocking(
    _ prompt: PromptTable.Prompt, _ names: [String], _ entries: [AuthorizedItems.Entry], refused: Set<RowIdentifier>
  ) {
    var unlocked: [NamedCollection] = []
    for name in names {
      if let collection = try? realCollection(named: name) { unlocked.append(collection) }
    }
    let changes = unlocked.map { collection in
      let isNew = self.changes.note(isLocked: false, in: collection.name) ?? true
      // All items looked locked to a program that the person has just allowed.
      return reportLock(of: collection, hasItems: isNew || consent.isNeeded)
    }
    let paths = prompt.paths.map(\.path).filter { path in ObjectPath(path).item.map { !refused.contains($0) } ?? true }
    if paths.isEmpty {
      complete(prompt, isDismissed: true, .none)
    } else {
      complete(prompt, isDismissed: false, .objects(paths))
    }
    for change in changes {
      reportProperties(of: change)
      // An item with an access control is unlocked for this program alone.
      guard let collection = (try? self.collection(named: change.collection.name)) ?? nil else { continue }
      for entry in entries where entry.collection == collection.name {
        signalProperties(
          of: collection, item: entry.identifier, ["Locked", "Label", "Attributes", "Type", "Created", "Modified"])
      }
    }
  }

  /// Sends `Completed` to the program of the prompt alone. go-keyring takes the first signal at this path for it.
  private func complete(_ prompt: PromptTable.Prompt, isDismissed: Bool, _ result: Result) {
    guard !prompt.isEnded else { return }
    let path = ObjectPath.path(ofPrompt: prompt.name)
    bus.signal(path, Interface.prompt.rawValue, "Completed", to: prompt.owner) { (signal) throws(BusError) in
      try signal.append(isDismissed)
      switch (result, prompt.action.kind) {
      case (.objects(let paths), _):
        try signal.appendVariant("ao") { () throws(BusError) in try signal.append(paths: paths) }
      case (.object(let path), _):
        try signal.appendVariant("o") { () throws(BusError) in try signal.append(path: path) }
      // The result of a dismissed prompt has the same type as that of an answered one.
      case (.none, .unlock): try signal.appendVariant("ao") { () throws(BusError) in try signal.append(paths: []) }
      case (.none, _):
        try signal.appendVariant("o") { () throws(BusError) in try signal.append(path: ObjectPath.none) }
      }
    }
  }
}
