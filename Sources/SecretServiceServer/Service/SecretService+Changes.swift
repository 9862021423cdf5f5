import KeychainModel

// The signals about changes that other programs made.

extension SecretService {
  /// Reports the changes that other programs have made.
  func reportChanges() {
    for name in changes.takeLockReports() {
      // No program of the bus made the change.
      caller = ""
      reportLock(inCollection: name)
    }
    for (name, difference) in changes.takeDifferences() {
      guard let collection = try? collections.collection(name) else { continue }
      // No program of the bus made the changes.
      caller = ""
      for identifier in difference.deleted { send(collection, "ItemDeleted", item: identifier) }
      for identifier in difference.created { send(collection, "ItemCreated", item: identifier) }
      for identifier in difference.changed {
        send(collection, "ItemChanged", item: identifier)
        // Not every program may see the properties when the person decides about each program.
        guard !consent.isNeeded else { continue }
        let names = ["Label", "Attributes", "Type", "Modified"]
        signalProperties(ofUnlocked: identifier, in: collection, names)
      }
    }
  }
}
