/// A step of a change that was just done. Tests stop, fail or kill the process there.
package enum Step: String, Sendable, CaseIterable {
  // Making a vault.
  case headerMade, creationNamed, deviceKeyMade, keybagMade, databaseMade, created
  // Every change of the keybag.
  case derived, settled, keybagNamed, keybagWritten, committed, oldKeybagsRemoved, published
  // The same where the device key changes: before the keybag is named, and once it is committed.
  case deviceKeyPrepared, deviceKeyReplaced
  // Rotation, between two changes of the keybag.
  case resealingBegun, batchResealed
  // Repair.
  case salvaged, repairNamed, databaseAside, logAside, indexAside, databaseReplaced, repaired
  // Erasure.
  case erasureNamed, deviceKeyDestroyed, keybagsDestroyed, databaseRemoved, litterRemoved, erased
  // Acceptance of older files.
  case keybagsSetAside, acceptanceNamed, accepted
}
