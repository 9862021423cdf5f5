/// A question to the person that a client asks the service to ask.
package struct PersonQuestion: Sendable, Equatable {
  /// What the client wants to do with the passcode.
  package enum Purpose: UInt8, Sendable, CaseIterable {
    /// To unlock the keychain.
    case unlock
    /// To use items whose access control requires the passcode.
    case items
    /// To use the items of every program, or the keychain as a whole.
    case person
  }

  package let purpose: Purpose
  /// The reason that the program gives; nil for no reason. The service shows the beginning of a long reason.
  package let reason: String?

  /// The largest size of a reason in a message, in bytes.
  package static let largestReasonByteCount = 4 << 10

  package init(_ purpose: Purpose, reason: String? = nil) {
    self.purpose = purpose
    self.reason = reason
  }
}
