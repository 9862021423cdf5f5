import KeychainModel

/// Describes the failure of a call: the status, the cause, and the reason as a sentence.
public struct LatchkeyFailure: Sendable, Hashable, CustomStringConvertible {
  /// The status that the failed call returned, or the code of its error object. The status is never `errSecSuccess`.
  public let status: OSStatus

  /// The cause of the failure. A program can compare the cause.
  public let cause: LatchkeyFailureCause

  /// The reason of the failure, as an English sentence for the user. The sentence has up to 2000 bytes, and names the
  /// file that the failure concerns. It contains no secret and no value of an item. A program must not compare the
  /// sentence.
  public let reason: String

  /// The sentence, the cause and the remedy.
  public var description: String {
    "\(reason) (\(cause.name), status \(status))" + (cause.advice.map { ". \($0)" } ?? "")
  }
}

/// Returns the reason why the last call of the calling thread failed.
///
/// A failed call stores its failure in its thread. The next successful call in the same thread removes the failure.
/// This applies to the functions for items, keys, certificates, identities, preferences, trust settings, access
/// control, imports and exports. The functions of `SecTrust` do not change the stored failure, because an untrusted
/// certificate is not a failed call. `SecTrustEvaluateWithError` reports the reason itself. Call
/// `LatchkeyCopyLastFailure` directly after the failed call, in the same thread. After an `await`, a task may run in
/// another thread.
///
///     if SecItemAdd(item, nil) != errSecSuccess, let failure = LatchkeyCopyLastFailure() {
///       switch failure.cause {
///       case .diskFull, .readOnly: …
///       default: tellThePerson(failure)
///       }
///     }
///
/// Apple's platforms do not have this function. Call the function only under `#if os(Linux)`.
///
/// - Returns: The failure; nil if the last call succeeded, or if there was no call.
public func LatchkeyCopyLastFailure() -> LatchkeyFailure? {
  guard let failure = LastFailure.current else { return nil }
  return LatchkeyFailure(
    status: failure.status, cause: LatchkeyFailureCause(failure.cause), reason: failure.reason)
}

/// The key of the cause in the user information of an error object. The value is the raw value of a
/// `LatchkeyFailureCause`, as a number.
public let LatchkeyFailureCauseErrorKey = "LatchkeyFailureCause"
