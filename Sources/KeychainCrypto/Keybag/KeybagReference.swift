/// Identifies a keybag by the number of its file and by the SHA-256 of its content.
package struct KeybagReference: Equatable, Sendable {
  package var number: UInt64
  package var digest: [UInt8]

  package init(number: UInt64, digest: [UInt8]) {
    self.number = number
    self.digest = digest
  }
}
